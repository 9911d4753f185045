import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@ostatok/kit/contract/backoff.ts';
import { createConcurrencyLimit } from '@ostatok/kit/node/concurrency-limit.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Forbidden } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { hashToken } from '@ostatok/kit/node/secrets.ts';
import {
  claimPolling,
  findBot,
  type MaxBotRow,
  type MaxBotState,
  releasePolling,
  selectReceivingBots,
  setBotState,
  setMarker,
} from './bots.queries.ts';
import { createEventLimit } from './event-limit.ts';
import { insertEvents } from './events.queries.ts';
import { type MaxClient, MaxError } from './max-client.ts';
import { eventTypes, receivedEvents } from './max-event.ts';

/** In seconds. */
const POLL_S = 25;
/** MAX takes two polls a second. */
const BETWEEN_POLLS_MS = 600;
/** A process that polls shows itself again within this; after it another one takes the bot. */
const POLLING_MS = 45_000;
const UNWELL = { firstMs: 1000, lastMs: 60_000 };
/** A person has to act first. */
const REVOKED_MS = 300_000;
/** MAX takes 30 requests a second: of many bots so few are looked at in so many milliseconds. */
const LOOKED_AT_ONCE = 4;
const LOOK_MS = 200;
/** A single call may fail by chance. */
const UNWELL_AFTER = 3;

interface Deps {
  db: Knex;
  client: MaxClient;
  openToken: (bot: Pick<MaxBotRow, 'token_sealed'>) => string;
  /** Whether this installation has the bot's token still. */
  isServed: (bot: Pick<MaxBotRow, 'is_shared'>) => boolean;
  /** The address below which MAX reaches `/max/<bot>`; undefined where it reaches none, so that bots are polled. */
  webhooksAt: string | undefined;
  onReceived: (botId: number, people: number[]) => void;
  log: Logger;
}

/**
 * Receives what MAX sends, by its own requests or by polling, and stores it before MAX is told that it has arrived. Where
 * subscriptions don't work a bot is polled until they do.
 */
export function createReceiving({ db, client, openToken, isServed, webhooksAt, onReceived, log }: Deps) {
  const poller = randomUUID();
  const polling = new Map<number, AbortController>();
  /** Failures in a row of each bot, none of them for its token. */
  const failures = new Map<number, number>();
  let lookedAfter = 0;
  const loops = new Set<Promise<void>>();
  const turn = createConcurrencyLimit(LOOKED_AT_ONCE);
  const count = createEventLimit();
  let isStopped = false;

  /** Another token has another secret, so it has another address too: MAX is seen to have the former one alone. */
  const urlOf = (bot: MaxBotRow): string => `${webhooksAt}/max/${bot.id}-${hashToken(openToken(bot)).slice(0, 8)}`;
  /** The secret is derived from the token: whoever knows the token could subscribe anyway. */
  const secretOf = (bot: MaxBotRow): string => createHmac('sha256', openToken(bot)).update('max webhook').digest('hex');

  async function store(botId: number, events: unknown[]): Promise<void> {
    const people = await insertEvents(db, botId, events.flatMap(receivedEvents));
    if (people.length > 0) onReceived(botId, people);
  }

  async function note(bot: MaxBotRow, error: unknown): Promise<MaxBotState | undefined> {
    const reason = error instanceof Error ? error.message : String(error);
    const isRevoked = error instanceof MaxError && error.status === 401;
    const count = isRevoked ? 0 : (failures.get(bot.id) ?? 0) + 1;
    failures.set(bot.id, count);
    log.warn({ bot: bot.id, failures: count, reason }, 'MAX gives no messages');
    const state = isRevoked ? 'revoked' : count >= UNWELL_AFTER ? 'unreachable' : undefined;
    if (state) await setBotState(db, bot.id, state);
    return state;
  }

  async function noteWell(bot: MaxBotRow): Promise<void> {
    failures.delete(bot.id);
    await setBotState(db, bot.id, 'ok');
  }

  /** Fetches once what waits for the bot, and stores it together with the marker. */
  async function pollOnce(bot: MaxBotRow, timeout: number, stop?: AbortSignal): Promise<number> {
    // the token may have been replaced since the polling began
    const present = (await findBot(db, bot.id)) ?? bot;
    const { marker } = present;
    const answer = await client.updates(openToken(present), { marker, timeout, types: eventTypes }, stop);
    await store(bot.id, answer.updates);
    if (answer.marker !== marker) await setMarker(db, bot.id, answer.marker);
    return answer.updates.length;
  }

  async function pollRound(bot: MaxBotRow, stop: AbortSignal): Promise<number> {
    if (!(await claimPolling(db, bot.id, poller, POLLING_MS))) return POLLING_MS / 3;
    await pollOnce(bot, POLL_S, stop);
    await noteWell(bot);
    return BETWEEN_POLLS_MS;
  }

  async function pollAll(bot: MaxBotRow, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const ms = await pollRound(bot, stop).catch(async (error) => {
        if (stop.aborted) return 0;
        const state = await note(bot, error).catch(() => undefined);
        return state === 'revoked' ? REVOKED_MS : backoffMs(UNWELL, failures.get(bot.id) ?? 1);
      });
      await sleep(ms, undefined, { signal: stop }).catch(() => undefined);
    }
  }

  function startPolling(bot: MaxBotRow): void {
    if (polling.has(bot.id) || isStopped) return;
    const stopping = new AbortController();
    polling.set(bot.id, stopping);
    const loop = pollAll(bot, stopping.signal).finally(() => loops.delete(loop));
    loops.add(loop);
  }

  function stopPolling(botId: number): void {
    polling.get(botId)?.abort();
    polling.delete(botId);
  }

  /** Subscribes where MAX has lost or never had the subscription; what came meanwhile is fetched first. */
  async function subscribe(bot: MaxBotRow): Promise<void> {
    const token = openToken(bot);
    const known = await client.subscriptions(token);
    if (!known.includes(urlOf(bot))) {
      stopPolling(bot.id);
      if (known.length === 0) while ((await pollOnce(bot, 0)) > 0) await sleep(BETWEEN_POLLS_MS);
      await client.subscribe(token, urlOf(bot), secretOf(bot), eventTypes);
      log.info({ bot: bot.id }, 'subscribed at MAX');
    }
    for (const other of known) if (other !== urlOf(bot)) await client.unsubscribe(token, other);
    await noteWell(bot);
    stopPolling(bot.id);
  }

  /** Ends subscriptions that keep a bot from being polled. */
  async function unsubscribe(bot: MaxBotRow): Promise<void> {
    const token = openToken(bot);
    for (const url of await client.subscriptions(token)) await client.unsubscribe(token, url);
  }

  async function lookAt(bot: MaxBotRow): Promise<void> {
    if (webhooksAt === undefined) {
      if (polling.has(bot.id)) return;
      await unsubscribe(bot).catch((error) => note(bot, error));
      return startPolling(bot);
    }
    try {
      await subscribe(bot);
    } catch (error) {
      // it is looked at again in a minute
      if (error instanceof MaxError && error.status === 429) return;
      await note(bot, error);
      startPolling(bot);
    }
  }

  return {
    /** Begins or ends to receive where bots were added or removed, and renews subscriptions that MAX has lost. */
    async refresh(): Promise<void> {
      const bots = (await selectReceivingBots(db)).filter(isServed);
      const ids = new Set(bots.map(({ id }) => id));
      lookedAfter = bots.length;
      for (const id of [...polling.keys(), ...failures.keys()].filter((one) => !ids.has(one))) {
        stopPolling(id);
        failures.delete(id);
      }
      const isMany = bots.length > LOOKED_AT_ONCE;
      const looks = bots.map((bot) => turn(() => Promise.all([lookAt(bot), isMany && sleep(LOOK_MS)])));
      await Promise.all(looks);
    },
    async stop(): Promise<void> {
      isStopped = true;
      for (const id of [...polling.keys()]) stopPolling(id);
      await Promise.all(loops);
      await releasePolling(db, poller);
    },
    /** How many bots this process looks after, and of how many MAX has given no messages lately. */
    health(): { polled: number; unwell: number } {
      return { polled: lookedAfter, unwell: [...failures.values()].filter((count) => count >= UNWELL_AFTER).length };
    },
    /** Returns the bot. Throws Forbidden where it is not the secret that this bot was subscribed with. */
    async requireSecret(botId: number, secret: string): Promise<Pick<MaxBotRow, 'id' | 'is_shared'>> {
      const bot = await findBot(db, botId);
      const expected = Buffer.from(bot && isServed(bot) ? secretOf(bot) : '');
      const given = Buffer.from(secret);
      if (!bot || expected.length === 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new Forbidden();
      return bot;
    },
    /** Stores an event that MAX has brought; what no bot has to do with is left out. Throws TooMany. */
    async receive({ id, is_shared }: Pick<MaxBotRow, 'id' | 'is_shared'>, event: unknown): Promise<void> {
      // the token of the shared bot is known to no owner
      if (!is_shared) await count(id, event);
      await store(id, [event]);
    },
  };
}
export type Receiving = ReturnType<typeof createReceiving>;
