import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { ApiRoots } from './api-roots.ts';
import {
  type BotTarget,
  countReading,
  dropOtherLeases,
  isAnyReaderGone,
  releaseLeases,
  takeLeases,
} from './bots.queries.ts';
import { createDelivery, type Deliver } from './delivery.ts';
import { createDeliveryLag, type DeliveryLag } from './delivery-lag.ts';
import type { PollerTimes } from './poller.ts';
import { createPollers } from './pollers.ts';
import { createPresence } from './presence.ts';
import { createTelegramClient } from './telegram-client.ts';

const defaultTimes: PollerTimes & { leaseMs: number; delivery: PollerTimes['unwell'] } = {
  leaseMs: 15_000,
  pollSeconds: 50,
  unwell: { firstMs: 250, lastMs: 30_000 },
  revoked: { firstMs: 30_000, lastMs: 600_000 },
  conflict: { firstMs: 1000, lastMs: 60_000 },
  delivery: { firstMs: 100, lastMs: 15_000 },
};

/** The most bots that are handed to another process at a time, each of which is silent for a moment. */
const MOST_HANDED = 50;
/** The share of a process that is alone. */
const ALL = 2 ** 31 - 1;

export interface GatewayParts {
  db: Knex;
  apiRoots: ApiRoots;
  openToken: (row: Pick<BotTarget, 'bot_token_sealed'>) => string;
  /** Wakes the tenant, delivers the updates and resolves when it has stored them. */
  deliver: Deliver;
  log: Logger;
  /** Is told how long updates wait. */
  lag?: DeliveryLag;
  /** The id of this api process. */
  holder?: string;
  /** No other api process can exist, so leases left by a killed one are void at once. */
  alone?: boolean;
  times?: Partial<typeof defaultTimes>;
  /** Waits after a failed poll unless stopped meanwhile; tests move the time. */
  pause?: (ms: number, stop: AbortSignal) => Promise<void>;
}

/**
 * The only reader of every tenant's bot. A lease in the database lets one api process poll a token. A tenant's updates
 * are delivered in order and confirmed only after it has stored them.
 */
export function createGateway({ db, apiRoots, openToken, deliver, log, ...options }: GatewayParts) {
  const holder = options.holder ?? randomUUID();
  const times = { ...defaultTimes, ...options.times };
  const client = createTelegramClient(apiRoots);
  const lag = options.lag ?? createDeliveryLag();
  const delivery = lag.followed(createDelivery({ deliver, backoff: times.delivery, log }));
  /** The end of each lease by this process's own monotonic clock. */
  const heldUntil = new Map<string, number>();
  const pollers = createPollers({
    db,
    holder,
    openToken,
    poll: { client, delivery, times, log, pause: options.pause },
    isHeld: (tenantId) => (heldUntil.get(tenantId) ?? 0) > performance.now(),
    onReplaced: () => refresh(),
  });
  const presence = createPresence({ db, holder, onLost: () => heldUntil.clear(), log });
  let hasOthers = false;
  let timers: NodeJS.Timeout[] = [];
  let looking: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let stopped = false;

  /** Returns how many bots each living process should read; a process that the others don't see reads what it gets. */
  async function shareOfBots(): Promise<number> {
    if (options.alone) return ALL;
    // leases alone are enough to go on: the server may have no connection left
    await presence.renew().catch((error) => log.warn({ err: error }, 'others do not see this process'));
    if (!presence.isSeen()) return ALL;
    const { bots, readers } = await countReading(db);
    hasOthers = readers > 1;
    return hasOthers ? Math.ceil(bots / readers) : ALL;
  }

  /** Looks for dead processes more often than leases are renewed, where there may be any. */
  async function watchOthers(): Promise<void> {
    if (!hasOthers || stopped) return;
    if (await isAnyReaderGone(db, holder)) await refresh();
  }

  async function look(): Promise<void> {
    const asked = performance.now();
    const share = await shareOfBots();
    const leased = await takeLeases(db, { holder, leaseMs: times.leaseMs, share, isSeen: presence.isSeen() });
    if (stopped) return;
    const bots = leased.slice(0, Math.max(share, leased.length - MOST_HANDED));
    for (const { id } of leased.slice(bots.length)) void pollers.offer(id);
    for (const bot of bots) {
      heldUntil.set(bot.id, asked + bot.remaining);
      try {
        pollers.keep(bot);
      } catch (error) {
        log.error({ err: error, tenant: bot.id }, 'bot cannot be polled');
      }
    }
    const mine = new Set(leased.map(({ id }) => id));
    for (const id of pollers.ids().filter((polled) => !mine.has(polled))) void pollers.letGo(id);
  }

  /** Runs one renewal at a time; a call meanwhile gets the next one. */
  function refresh(): Promise<void> {
    if (stopped) return Promise.resolve();
    if (looking) {
      next ??= looking.then(() => {
        next = undefined;
        return refresh();
      });
      return next;
    }
    looking = look()
      .catch((error) => log.error({ err: error }, 'leases not renewed'))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  return {
    /** Call it when a tenant became active or was deleted; otherwise that is noticed within seconds. */
    refresh,
    async start(): Promise<void> {
      if (options.alone) await dropOtherLeases(db, holder);
      await refresh();
      const watch = (): Promise<void> =>
        watchOthers().catch((error) => log.error({ err: error }, 'other api processes not watched'));
      timers = [
        setInterval(() => void refresh(), times.leaseMs / 3),
        setInterval(() => void watch(), times.leaseMs / 8),
      ];
    },
    /** The number of bots that this process polls. */
    polling: (): number => pollers.ids().length,
    health: () => ({ polled: pollers.ids().length, unwell: pollers.unwell() }),
    /** Finishes running deliveries and releases all leases. */
    async stop(): Promise<void> {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await looking;
      await pollers.stopAll();
      await releaseLeases(db, holder);
      await presence.close();
    },
  };
}
export type Gateway = ReturnType<typeof createGateway>;
