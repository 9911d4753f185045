import { freemem } from 'node:os';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';

const MB = 2 ** 20;
/** With less free memory the system kills processes, the database too, so no tenant is started. */
const LEAST_MB = 96;
/** With less free memory, unused tenants sleep early. */
const SHORT_MB = 256;
/** The memory that a tenant frees at least when it falls asleep. */
const VENUE_MB = 25;
const RETRY_AFTER_S = 15;

/**
 * The memory the system could give to a new process; on systems other than Linux the figure counts file caches as
 * taken, so it is not used.
 */
const freeMachineMemoryMb = (): number => (process.platform === 'linux' ? freemem() / MB : Number.POSITIVE_INFINITY);

/**
 * Guards the machine's memory. Any request wakes a tenant, so a caller who knows many names must not use up the memory
 * that the other tenants and the platform need.
 */
export function createMemoryShortage({
  freeMemoryMb = freeMachineMemoryMb,
  log,
}: {
  freeMemoryMb?: (() => number) | undefined;
  log: Pick<Logger, 'warn'>;
}) {
  return {
    /** Throws Unavailable when there is no memory for one more tenant. */
    requireRoom(tenant: string): void {
      const freeMb = Math.round(freeMemoryMb());
      if (freeMb >= LEAST_MB) return;
      log.warn({ tenant, freeMb }, 'no memory to start a venue');
      throw new Unavailable(RETRY_AFTER_S, 'На сервере не хватает памяти. Повторите через минуту', 'no_memory');
    },

    /** How many tenants would have to sleep for enough free memory. */
    tooMany: (): number => Math.max(0, Math.ceil((SHORT_MB - freeMemoryMb()) / VENUE_MB)),
  };
}
export type MemoryShortage = ReturnType<typeof createMemoryShortage>;
