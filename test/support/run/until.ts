import { setTimeout as sleep } from 'node:timers/promises';

const SHORTEST_MS = 10;
const LONGEST_MS = 300;
/** A look is often a request or a query, and takes the processor from what is waited for. */
const SHARE_OF_WAIT = 1 / 5;

/** Waits until `holds` returns true; after `ms` throws an error that names what was awaited. */
export async function until(holds: () => boolean | Promise<boolean>, what: string, ms = 120_000): Promise<void> {
  const begun = Date.now();
  while (!(await holds())) {
    const waited = Date.now() - begun;
    if (waited > ms) throw new Error(`waited in vain: ${what}`);
    await sleep(Math.min(Math.max(waited * SHARE_OF_WAIT, SHORTEST_MS), LONGEST_MS));
  }
}
