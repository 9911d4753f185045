import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Host } from '../hosting/host.ts';
import type { Load } from '../hosting/process-load.ts';

const LOOK_EVERY_MS = 15_000;
/** A count that is closed or a workbook that is read takes the processor for less than a minute. */
const LOOKS = 4;
/** Of one core. */
const BUSY_PERCENT = 50;

export interface BusyTenant {
  id: string;
  /** Of one core, over the last minute. */
  percent: number;
  since: Date;
}

/** Looks which tenants keep the processor busy, so that whoever is on call need not ask at the right moment. */
export function createBusyTenants({ host, log, now }: { host: Pick<Host, 'load'>; log: Logger; now: () => Date }) {
  let seen = new Map<string, number[]>();
  let busy = new Map<string, BusyTenant>();
  let loads: Load[] = [];

  async function look(): Promise<void> {
    loads = (await host.load?.('sinceLast')) ?? [];
    const before = { seen, busy };
    seen = new Map(
      loads.map(({ id, cpu_percent }) => [id, [...(before.seen.get(id) ?? []), cpu_percent].slice(-LOOKS)]),
    );
    busy = new Map();
    for (const [id, percents] of seen) {
      const percent = Math.round(percents.reduce((sum, one) => sum + one, 0) / LOOKS);
      // one that is started anew, or has done what it did, is busy no more
      const isOver = Number(percents.at(-1)) < BUSY_PERCENT / 2;
      if (isOver || percents.length < LOOKS || percent < BUSY_PERCENT) continue;
      busy.set(id, { id, percent, since: before.busy.get(id)?.since ?? now() });
    }
  }

  return {
    look,
    /** The load of each tenant that runs here, over the last quarter of a minute. */
    loads: (): Load[] => loads,
    /** The hungriest first. */
    list: (): BusyTenant[] => [...busy.values()].toSorted((a, b) => b.percent - a.percent),
    /** Looks until the returned function is called. */
    watch(): () => void {
      const timer = setInterval(() => {
        look().catch((error) => log.error({ err: error }, 'could not look at the load of tenants'));
      }, LOOK_EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}
export type BusyTenants = ReturnType<typeof createBusyTenants>;
