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
  /** Wakes the venue, hands the updates over and resolves when it has taken them. */
  deliver: Deliver;
  log: Logger;
  /** This api process. */
  holder?: string;
  /** No other api process can be there: leases that a killed one left are void at once. */
  alone?: boolean;
  times?: Partial<typeof defaultTimes>;
}

/**
 * The only reader of every venue's bot. A lease in the database lets one api process poll a token; a venue's updates
 * reach it in their order, and are confirmed only after it has taken them.
 */
export function createGateway({ db, apiRoot, openToken, deliver, log, ...options }: GatewayParts) {
  const holder = options.holder ?? randomUUID();
  const times = { ...defaultTimes, ...options.times };
  const client = createTelegramClient(apiRoot);
  const delivery = createDelivery({ deliver, backoff: times.delivery, log });
  const pollers = new Map<string, Poller>();
  /** Until when, by this process's own monotonic clock. */
  const heldUntil = new Map<string, number>();
  const leaving = new Set<string>();
  /** Stopped because their token was replaced. Telegram did not hear what they had read: the new token goes on there. */
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

  /** Nothing waits for a poller that stops: one slow venue must not keep the others' leases from being renewed. */
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

  /** One look at a time; whoever asks meanwhile gets the one after it. */
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
    /** Call when a venue became active or deleted; otherwise it is noticed within seconds. */
    refresh,
    async start(): Promise<void> {
      if (options.alone) await dropOtherLeases(db, holder);
      await refresh();
      timer = setInterval(() => void refresh(), times.leaseMs / 3);
    },
    /** How many bots this process polls. */
    polling: (): number => pollers.size,
    /** Finishes what is being delivered, and leaves every token to whoever comes next. */
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
