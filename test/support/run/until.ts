import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `holds` returns true; after `ms` throws an error that names what was awaited. */
export async function until(holds: () => boolean | Promise<boolean>, what: string, ms = 120_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await sleep(10);
  }
}
