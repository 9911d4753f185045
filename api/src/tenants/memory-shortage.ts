import { freemem } from 'node:os';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';

const MB = 2 ** 20;
/** With less the system begins to end processes, the database too: nothing more is started. */
const LEAST_MB = 96;
/** With less, venues that nobody uses sleep before their time. */
const SHORT_MB = 256;
/** What one that sleeps gives back, at least. */
const VENUE_MB = 25;
const RETRY_AFTER_S = 15;

/** What the system could give to a new process; others than Linux count what they keep for files as taken. */
const freeMachineMemoryMb = (): number => (process.platform === 'linux' ? freemem() / MB : Number.POSITIVE_INFINITY);

/**
 * Anybody's request wakes a venue. Whoever knows the names of many, and asks each now and then, must not take the memory
 * that all others and the platform itself live in.
 */
export function createMemoryShortage({
  freeMemoryMb = freeMachineMemoryMb,
  log,
}: {
  freeMemoryMb?: (() => number) | undefined;
  log: Pick<Logger, 'warn'>;
}) {
  return {
    /** Throws Unavailable where there is no memory for one venue more. */
    requireRoom(tenant: string): void {
      const freeMb = Math.round(freeMemoryMb());
      if (freeMb >= LEAST_MB) return;
      log.warn({ tenant, freeMb }, 'no memory to start a venue');
      throw new Unavailable(RETRY_AFTER_S, 'На сервере не хватает памяти. Повторите через минуту', 'no_memory');
    },

    /** How many venues would have to sleep for there to be enough again. */
    tooMany: (): number => Math.max(0, Math.ceil((SHORT_MB - freeMemoryMb()) / VENUE_MB)),
  };
}
export type MemoryShortage = ReturnType<typeof createMemoryShortage>;
