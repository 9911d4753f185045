import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Host } from '../hosting/host.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import type { AcquiredTenants } from './acquired-tenants.ts';
import type { VenueCalls } from './calls.ts';
import { idleAmong, pluckClosed, touch } from './instances.queries.ts';
import type { MemoryShortage } from './memory-shortage.ts';
import type { TenantAddresses } from './tenant-addresses.ts';
import { agreesToEnd } from './tenant-client.ts';
import type { VenueUse } from './usage.ts';
import type { Waking } from './waking.ts';

const TOUCH_EVERY_MS = 15_000;
/** A tenant used within the last minute is likely to be used again. */
const LEAST_IDLE_MINUTES = 1;

/** Puts to sleep tenants running here that are unused or may not run. */
export function createSleeping(deps: {
  db: Knex;
  host: Pick<Host, 'list'>;
  use: VenueUse;
  acquired: AcquiredTenants;
  waking: Pick<Waking, 'keep' | 'stopLocked'>;
  addresses: Pick<TenantAddresses, 'at'>;
  noteStats: VenueCalls['noteStats'];
  idleMinutes: number;
  memory: Pick<MemoryShortage, 'tooMany'>;
  log: Logger;
}) {
  const { db, host, use, acquired, waking, addresses, memory, log } = deps;

  async function runningHere(): Promise<string[]> {
    return (await host.list()).filter((hosted) => hosted.state === 'running').map((hosted) => hosted.id);
  }

  /** Writes to the database which tenants were used, for every api process to see. */
  const flushUse = (): Promise<void> => touch(db, use.take());

  /** Whether the tenant itself has nothing under way; one that does not answer falls asleep all the same. */
  async function agrees(trx: Knex.Transaction, id: string): Promise<boolean> {
    const row = await findTenant(trx, id);
    if (!row?.endpoint) return true;
    return agreesToEnd(await addresses.at(row, row.endpoint), 'sleep').catch((error) => {
      log.warn({ err: error, tenant: id }, 'tenant was not asked before its sleep');
      return true;
    });
  }

  /**
   * Puts the tenant to sleep unless somebody uses it by now. Nobody can start it meanwhile, and what was read before the
   * lock is checked again under it.
   */
  const sleepUnused = (id: string, isStillIdle: (trx: Knex.Transaction) => Promise<boolean>): Promise<boolean> =>
    waking.keep(id, async (trx) => {
      if (!(await isStillIdle(trx)) || use.isUsed(id) || acquired.isHere(id)) return false;
      if (!(await agrees(trx, id))) return false;
      // whoever comes now is refused in a way that makes the caller wake it again
      await waking.stopLocked(trx, id);
      return true;
    });

  /** Puts tenants to sleep that are still unused for so many minutes. */
  async function sleep(ids: string[], minutes: number): Promise<string[]> {
    const asleep: string[] = [];
    for (const id of ids) {
      await deps.noteStats(id);
      if (await sleepUnused(id, async (trx) => (await idleAmong(trx, [id], minutes)).length > 0)) asleep.push(id);
    }
    return asleep;
  }

  /** Stops tenants running here that another api process has suspended or deleted. */
  async function stopClosed(): Promise<string[]> {
    const closed = await pluckClosed(db, await runningHere());
    for (const id of closed) {
      await waking.keep(id, async (trx) => {
        if ((await pluckClosed(trx, [id])).length > 0 && (await acquired.isFree(trx, id)))
          await waking.stopLocked(trx, id);
      });
    }
    return closed;
  }

  /** Puts to sleep tenants running here that nobody has used for the configured time. */
  async function sleepIdle(): Promise<string[]> {
    await flushUse();
    const here = await runningHere();
    const idle = (await idleAmong(db, here, deps.idleMinutes)).filter((id) => !use.isUsed(id));
    return sleep(idle, deps.idleMinutes);
  }

  /** When the machine's memory is short, puts tenants to sleep early, the longest unused first. */
  async function sleepForMemory(): Promise<string[]> {
    const most = memory.tooMany();
    if (most === 0) return [];
    await flushUse();
    const idle = await idleAmong(db, await runningHere(), LEAST_IDLE_MINUTES);
    const sleeping = idle.filter((id) => !use.isUsed(id) && !acquired.isHere(id)).slice(0, most);
    const asleep = await sleep(sleeping, LEAST_IDLE_MINUTES);
    if (asleep.length > 0) log.warn({ count: asleep.length }, 'venues sleep early: memory is short');
    return asleep;
  }

  return {
    flushUse,
    stopClosed,
    sleepIdle,
    sleepForMemory,
    /** Puts a briefly woken tenant to sleep again, unless somebody has used it since `row` was read. */
    async sleepAgain({ id, last_active_at }: TenantRow): Promise<void> {
      await sleepUnused(id, async (trx) => {
        const present = await findTenant(trx, id);
        return present?.last_active_at.getTime() === last_active_at.getTime();
      });
    },
    /** Checks for idle tenants regularly until the returned function is called. */
    watch(): () => void {
      const look = (): void => {
        const work = deps.idleMinutes > 0 ? sleepIdle() : flushUse();
        work
          .then(stopClosed)
          .then(sleepForMemory)
          .catch((error) => log.error({ err: error }, 'could not put idle tenants to sleep'));
      };
      const timer = setInterval(look, TOUCH_EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}
