import { setTimeout as sleep } from 'node:timers/promises';

/** Far more than a letter takes to be queued on a machine that is not overloaded. */
const STEP_MS = 250;

/**
 * Does the work in a whole number of steps, so that the time of an answer does not tell whether an address was known, and
 * tells little on a machine that is slow.
 */
export async function inEvenTime(work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  try {
    await work();
  } finally {
    await sleep(STEP_MS - ((performance.now() - started) % STEP_MS));
  }
}
