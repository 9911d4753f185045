import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing } from '../operations/follow-work.ts';
import { newLines } from './log-lines.ts';

const POLL_MS = 1000;
const LOOKED_AT = 200;
const MOST = 5000;

/** Yields each new line once, until `signal` aborts; waits out a lost connection. Throws UserError. */
export async function followLogs(
  look: (lines: number) => Promise<string[]>,
  seenBefore: string[],
  on: { lines: (lines: string[]) => void; lost: (isLost: boolean) => void },
  signal: AbortSignal,
): Promise<void> {
  let seen = seenBefore.slice(-MOST);
  while (!signal.aborted) {
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const last = await look(LOOKED_AT);
      // either more lines were written meanwhile than were requested, or the log was started anew
      const fresh = newLines(seen, last) ?? newLines(seen, await look(MOST)) ?? last;
      on.lost(false);
      if (fresh.length > 0) on.lines(fresh);
      seen = [...seen, ...fresh].slice(-MOST);
    } catch (error) {
      if (!isPassing(error)) throw error;
      on.lost(true);
    }
  }
}
