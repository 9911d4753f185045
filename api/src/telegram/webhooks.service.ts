import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Forbidden, InvalidInput, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { type BotTarget, findReceivingBot, listReceivingBots, setBotState, setReached } from './bots.queries.ts';
import type { GatewayParts } from './gateway.service.ts';
import { webhookUrl } from './own-webhook.ts';
import { createTelegramClient, TelegramError, type Update } from './telegram-client.ts';

const LOOK_EVERY_MS = 60_000;
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

  /** Asks about one bot whether Telegram is there at all: while it is away nothing comes, and nobody would know. */
  async function lookAtTelegram(bot: BotTarget | undefined): Promise<void> {
    if (!bot) return;
    try {
      await client.getWebhookInfo(openToken(bot));
    } catch (error) {
      if (!(error instanceof TelegramError) || !OF_TOKEN.has(error.code)) {
        unreached += 1;
        log.warn({ reason: error instanceof Error ? error.message : String(error), unreached }, 'Telegram is away');
        if (unreached === UNWELL_AFTER) await setReached(db, false);
        return;
      }
    }
    if (unreached >= UNWELL_AFTER) await setReached(db, true);
    unreached = 0;
  }

  async function refresh(): Promise<void> {
    const bots = await listReceivingBots(db);
    known = bots.length;
    await lookAtTelegram(bots[0]);
    for (const bot of bots) {
      const token = openToken(bot);
      const before = set.get(bot.id);
      if (before === token) continue;
      // the old bot has been replaced, so nobody receives its messages
      if (before && botIdOf(before) !== botIdOf(token)) await client.deleteWebhook(before).catch(() => undefined);
      await connect(bot, token);
    }
    const receiving = new Set(bots.map(({ id }) => id));
    for (const [id, token] of [...set].filter(([known]) => !receiving.has(known))) {
      set.delete(id);
      await client.deleteWebhook(token).catch(() => log.warn({ tenant: id }, 'webhook not deleted'));
    }
  }

  return {
    refresh,
    async start(): Promise<void> {
      await refresh();
      timer = setInterval(() => {
        refresh().catch((error) => log.error({ err: error }, 'webhooks not looked after'));
      }, LOOK_EVERY_MS);
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
