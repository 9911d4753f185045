import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import {
  type BotTarget,
  dropOtherLeases,
  type LeasedBot,
  releaseLeases,
  setBotState,
  takeLeases,
} from './bots.queries.ts';
import { createDelivery, type Deliver } from './delivery.ts';
import { type Poller, type PollerTimes, startPoller } from './poller.ts';
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
  const pollers = new Map<string, Poller>();
  /** The end of each lease by this process's own monotonic clock. */
  const heldUntil = new Map<string, number>();
  const leaving = new Set<string>();
  /**
   * Pollers stopped because their token was replaced. Their last updates were not confirmed to Telegram: the poller of
   * the new token goes on from their offset.
   */
  const replaced = new Map<string, Poller>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let stopped = false;

  function launch(bot: LeasedBot, token: string): void {
    const before = replaced.get(bot.id);
    replaced.delete(bot.id);
    const poller = startPoller({
      tenantId: bot.id,
      token,
      state: bot.bot_state,
      client,
      delivery,
      isHeld: () => (heldUntil.get(bot.id) ?? 0) > performance.now(),
      generation: bot.bot_generation,
      offset: before?.generation === bot.bot_generation ? before.offset() : 0,
      onState: (state) => setBotState(db, bot.id, state, bot.bot_token_version),
      times,
      log,
    });
    pollers.set(bot.id, poller);
    void poller.ended.finally(() => {
      if (pollers.get(bot.id) === poller) pollers.delete(bot.id);
    });
  }

  /** Starts or replaces a poller without waiting for the old one: one slow tenant must not delay other leases. */
  function keep(bot: LeasedBot): void {
    const token = openToken(bot);
    const present = pollers.get(bot.id);
    if (!present) launch(bot, token);
    else if (present.token !== token) void replace(bot.id, present);
  }

  async function replace(tenantId: string, poller: Poller): Promise<void> {
    await poller.stop();
    replaced.set(tenantId, poller);
    await refresh();
  }

  async function letGo(tenantId: string): Promise<void> {
    if (leaving.has(tenantId)) return;
    leaving.add(tenantId);
    try {
      replaced.delete(tenantId);
      await pollers.get(tenantId)?.stop();
      await releaseLeases(db, holder, [tenantId]);
    } catch (error) {
      log.error({ err: error, tenant: tenantId }, 'lease not released');
    } finally {
      leaving.delete(tenantId);
    }
  }

  async function look(): Promise<void> {
    const asked = performance.now();
    const bots = await takeLeases(db, holder, times.leaseMs);
    if (stopped) return;
    for (const bot of bots) {
      heldUntil.set(bot.id, asked + bot.remaining);
      try {
        keep(bot);
      } catch (error) {
        log.error({ err: error, tenant: bot.id }, 'bot cannot be polled');
      }
    }
    const mine = new Set(bots.map(({ id }) => id));
    for (const id of [...pollers.keys()].filter((polled) => !mine.has(polled))) void letGo(id);
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
    polling: (): number => pollers.size,
    /** Finishes running deliveries and releases all leases. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await looking;
      await Promise.all([...pollers.values()].map((poller) => poller.stop()));
      await releaseLeases(db, holder);
    },
  };
}
export type Gateway = ReturnType<typeof createGateway>;
