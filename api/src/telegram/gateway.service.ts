import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { type BotTarget, dropOtherLeases, releaseLeases, takeLeases } from './bots.queries.ts';
import { createDelivery, type Deliver } from './delivery.ts';
import type { PollerTimes } from './poller.ts';
import { createPollers } from './pollers.ts';
import { createTelegramClient } from './telegram-client.ts';

const defaultTimes: PollerTimes & { leaseMs: number; delivery: PollerTimes['unwell'] } = {
  leaseMs: 15_000,
  pollSeconds: 50,
  unwell: { firstMs: 250, lastMs: 30_000 },
  revoked: { firstMs: 30_000, lastMs: 600_000 },
  conflict: { firstMs: 1000, lastMs: 60_000 },
  delivery: { firstMs: 100, lastMs: 15_000 },
};

export interface GatewayParts {
  db: Knex;
  apiRoot: () => string;
  openToken: (row: Pick<BotTarget, 'bot_token_sealed'>) => string;
  /** Wakes the tenant, delivers the updates and resolves when it has stored them. */
  deliver: Deliver;
  log: Logger;
  /** The id of this api process. */
  holder?: string;
  /** No other api process can exist, so leases left by a killed one are void at once. */
  alone?: boolean;
  times?: Partial<typeof defaultTimes>;
}

/**
 * The only reader of every tenant's bot. A lease in the database lets one api process poll a token. A tenant's updates
 * are delivered in order and confirmed only after it has stored them.
 */
export function createGateway({ db, apiRoot, openToken, deliver, log, ...options }: GatewayParts) {
  const holder = options.holder ?? randomUUID();
  const times = { ...defaultTimes, ...options.times };
  const client = createTelegramClient(apiRoot);
  const delivery = createDelivery({ deliver, backoff: times.delivery, log });
  /** The end of each lease by this process's own monotonic clock. */
  const heldUntil = new Map<string, number>();
  const pollers = createPollers({
    db,
    holder,
    openToken,
    poll: { client, delivery, times, log },
    isHeld: (tenantId) => (heldUntil.get(tenantId) ?? 0) > performance.now(),
    onReplaced: () => refresh(),
  });
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let stopped = false;

  async function look(): Promise<void> {
    const asked = performance.now();
    const bots = await takeLeases(db, holder, times.leaseMs);
    if (stopped) return;
    for (const bot of bots) {
      heldUntil.set(bot.id, asked + bot.remaining);
      try {
        pollers.keep(bot);
      } catch (error) {
        log.error({ err: error, tenant: bot.id }, 'bot cannot be polled');
      }
    }
    const mine = new Set(bots.map(({ id }) => id));
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
      timer = setInterval(() => void refresh(), times.leaseMs / 3);
    },
    /** The number of bots that this process polls. */
    polling: (): number => pollers.ids().length,
    health: () => ({ polled: pollers.ids().length, unwell: pollers.unwell() }),
    /** Finishes running deliveries and releases all leases. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await looking;
      await pollers.stopAll();
      await releaseLeases(db, holder);
    },
  };
}
export type Gateway = ReturnType<typeof createGateway>;
