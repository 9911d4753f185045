import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Forbidden, InvalidInput, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { type BotTarget, findReceivingBot, listReceivingBots, setBotState, setReached } from './bots.queries.ts';
import type { GatewayParts } from './gateway.service.ts';
import { webhookUrl } from './own-webhook.ts';
import { createTelegramClient, TelegramError, type Update } from './telegram-client.ts';

const LOOK_EVERY_MS = 60_000;
/** Of this many bots it is asked at each look whether Telegram still has our address. */
const ASKED_AT_ONCE = 50;
/** A single look may fail by chance. */
const UNWELL_AFTER = 3;
/** Codes of Telegram that are about a token: it was reached. */
const OF_TOKEN = new Set([401, 404, 409]);
/** In seconds: how long Telegram should wait before the next attempt. */
const RETRY_AFTER = 2;
const REFUSED = new Set([400, 413, 415, 422]);

const botIdOf = (token: string): string | undefined => token.split(':')[0];

interface WebhookParts extends Pick<GatewayParts, 'db' | 'apiRoots' | 'openToken' | 'deliver' | 'lag'> {
  /** The public address such as https://ostatok.example, below which Telegram must reach `/telegram/{tenant}`. */
  publicUrl: () => string;
  db: Knex;
  log: Logger;
}

/** The gateway for webhook mode. Telegram repeats updates that are not answered with 200, in order. */
export function createWebhookGateway({ db, apiRoots, openToken, deliver, lag, publicUrl, log }: WebhookParts) {
  const client = createTelegramClient(apiRoots);
  /** The token that each tenant's webhook was set with. */
  const set = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let known = 0;
  /** Looks in a row at which Telegram was not reached. */
  let unreached = 0;
  /** The tenant whose bot was asked about last. */
  let lastAsked = '';

  /** The secret is derived from the token: anyone who knows the token could set another webhook anyway. */
  const secretOf = (token: string): string => createHmac('sha256', token).update('webhook').digest('hex');

  async function connect({ id, bot_token_version }: BotTarget, token: string): Promise<void> {
    try {
      await client.setWebhook(token, webhookUrl(publicUrl(), id), secretOf(token));
      set.set(id, token);
      await setBotState(db, id, 'ok', bot_token_version);
    } catch (error) {
      if (error instanceof TelegramError && error.code === 401) await setBotState(db, id, 'revoked', bot_token_version);
      log.warn({ tenant: id, reason: error instanceof Error ? error.message : String(error) }, 'webhook not set');
    }
  }

  /** Notes whether Telegram is there at all: while it is away nothing comes, and nobody would know. */
  async function noteReached(error?: unknown): Promise<void> {
    if (error) {
      unreached += 1;
      log.warn({ reason: error instanceof Error ? error.message : String(error), unreached }, 'Telegram is away');
      if (unreached === UNWELL_AFTER) await setReached(db, false);
      return;
    }
    if (unreached >= UNWELL_AFTER) await setReached(db, true);
    unreached = 0;
  }

  /** Asks which address Telegram has for a bot, and gives ours again where it has another. Throws where Telegram is away. */
  async function lookAt(bot: BotTarget): Promise<void> {
    const token = openToken(bot);
    try {
      const { url } = await client.getWebhookInfo(token);
      // another api process may have taken it away, or somebody else who knows the token has set their own
      if (set.get(bot.id) === token && url !== webhookUrl(publicUrl(), bot.id)) set.delete(bot.id);
    } catch (error) {
      if (!(error instanceof TelegramError) || !OF_TOKEN.has(error.code)) throw error;
    }
  }

  /** Asks about some bots at a time, all of them in turn. */
  async function lookAtSome(bots: BotTarget[]): Promise<void> {
    if (bots.length === 0) return;
    const from = bots.findIndex(({ id }) => id > lastAsked);
    const inTurn = from < 0 ? bots : [...bots.slice(from), ...bots.slice(0, from)];
    try {
      for (const bot of inTurn.slice(0, ASKED_AT_ONCE)) {
        lastAsked = bot.id;
        await lookAt(bot);
      }
    } catch (error) {
      return noteReached(error);
    }
    await noteReached();
  }

  async function lookOnce(): Promise<void> {
    const bots = await listReceivingBots(db);
    known = bots.length;
    await lookAtSome(bots);
    const present = new Set(bots.map((bot) => botIdOf(openToken(bot))));
    /** Nobody receives the messages of a bot that no tenant has any more. */
    async function disconnect(id: string, token: string): Promise<void> {
      if (present.has(botIdOf(token))) return;
      await client.deleteWebhook(token).catch(() => log.warn({ tenant: id }, 'webhook not deleted'));
    }
    for (const bot of bots) {
      const token = openToken(bot);
      const before = set.get(bot.id);
      if (before === token) continue;
      if (before) await disconnect(bot.id, before);
      await connect(bot, token);
    }
    const receiving = new Set(bots.map(({ id }) => id));
    for (const [id, token] of [...set].filter(([one]) => !receiving.has(one))) {
      set.delete(id);
      await disconnect(id, token);
    }
  }

  let looking = Promise.resolve();
  /** One look at a time; one that is asked for meanwhile follows. */
  function refresh(): Promise<void> {
    looking = looking.then(lookOnce).catch((error) => log.error({ err: error }, 'webhooks not looked after'));
    return looking;
  }

  return {
    refresh,
    async start(): Promise<void> {
      await refresh();
      timer = setInterval(() => void refresh(), LOOK_EVERY_MS);
    },
    stop: async (): Promise<void> => clearInterval(timer),
    /** Telegram comes by itself, to all bots or to none. */
    health: () => ({ polled: known, unwell: unreached >= UNWELL_AFTER ? known : 0 }),

    /** Throws Forbidden when it is not the secret that this tenant's webhook was set with. */
    async requireSecret(tenantId: string, secret: string): Promise<void> {
      const bot = await findReceivingBot(db, tenantId);
      const expected = Buffer.from(bot ? secretOf(openToken(bot)) : '');
      const given = Buffer.from(secret);
      if (!bot || given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Forbidden();
    },

    /**
     * Receives an update from a caller with the secret. Returns when the tenant has stored it or refused it for good;
     * Telegram repeats anything else.
     */
    async receive(tenantId: string, update: unknown): Promise<void> {
      const id = (update as { update_id?: unknown } | undefined)?.update_id;
      if (!Number.isSafeInteger(id)) throw new InvalidInput('Это не обновление Telegram');
      try {
        const delivered = deliver(tenantId, [update as Update]);
        await (lag?.follow(1, delivered) ?? delivered);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ tenant: tenantId, reason }, 'update not taken');
        if (!REFUSED.has(Number((error as { status?: unknown }).status))) throw new Unavailable(RETRY_AFTER);
      }
    },
  };
}
export type WebhookGateway = ReturnType<typeof createWebhookGateway>;
