import { setTimeout as sleep } from 'node:timers/promises';

/** Far longer than it takes to queue a letter on a machine that is not overloaded. */
const STEP_MS = 250;

/**
 * Makes the work last a whole number of steps, so that the response time does not reveal whether an address is known,
 * and reveals little on a slow machine.
 */
export async function inEvenTime(work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  try {
    await work();
  } finally {
    await sleep(STEP_MS - ((performance.now() - started) % STEP_MS));
  }
}
