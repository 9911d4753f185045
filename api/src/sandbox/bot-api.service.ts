import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { BotApiError, badRequest, ConnectionCut } from '../bot-api/bot-api-error.ts';
import { type BotParams, flagParam, jsonParam, numberParam, textParam } from '../bot-api/bot-params.ts';
import { createBotMessages } from './bot-messages.ts';
import { type BotRow, type FileRow, findBotByTokenHash, takeFault, updateBot } from './bots.queries.ts';
import { botPathOf, documentOf, type FileStore, idOfBotPath } from './file-store.ts';
import { botUser } from './message-shape.ts';
import { answerCallback, notify } from './messages.queries.ts';
import { confirmUpdates, countUpdates } from './updates.queries.ts';
import type { Updates } from './updates.service.ts';
import type { Webhooks } from './webhooks.service.ts';

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** In seconds; the real server never waits longer. */
const LONGEST_POLL = 50;
const LONGEST_TOAST = 200;

type Method = (bot: BotRow, params: BotParams, abort: AbortSignal) => Promise<unknown>;

function updateMethods(db: Knex, updates: Updates, webhooks: Webhooks): Record<string, Method> {
  const rememberAllowed = async (bot: BotRow, params: BotParams): Promise<void> => {
    const allowed = jsonParam<string[]>(params, 'allowed_updates');
    if (!allowed || JSON.stringify(allowed) === JSON.stringify(bot.allowed_updates ?? [])) return;
    await updateBot(db, bot.id, { allowed_updates: allowed.length > 0 ? JSON.stringify(allowed) : null });
  };
  return {
    async getUpdates(bot, params, abort) {
      if (bot.webhook_url) {
        throw new BotApiError(
          409,
          "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
        );
      }
      await rememberAllowed(bot, params);
      const limit = Math.min(Math.max(numberParam(params, 'limit') ?? 100, 1), 100);
      const timeout = Math.min(Math.max(numberParam(params, 'timeout') ?? 0, 0), LONGEST_POLL);
      const asked = { offset: numberParam(params, 'offset') ?? 0, limit, timeout };
      const rows = await updates.poll(bot.id, asked, abort);
      return rows.map(({ update_id, kind, payload }) => ({ update_id, [kind]: payload }));
    },
    async setWebhook(bot, params) {
      const url = textParam(params, 'url') ?? null;
      if (url && !URL.canParse(url)) throw badRequest('bad webhook: invalid url');
      if (url && !webhooks.mayCall(url)) throw badRequest('bad webhook: the address is not allowed');
      const secret = textParam(params, 'secret_token') ?? null;
      if (secret && !/^[\w-]{1,256}$/.test(secret)) throw badRequest('secret token contains unallowed characters');
      await rememberAllowed(bot, params);
      if (flagParam(params, 'drop_pending_updates')) await confirmUpdates(db, bot.id, Number.MAX_SAFE_INTEGER);
      const fields = { webhook_url: url, webhook_secret: secret, webhook_error: null, webhook_error_at: null };
      await updateBot(db, bot.id, fields);
      if (url) await webhooks.watch(bot.id);
      return true;
    },
    async deleteWebhook(bot, params) {
      if (flagParam(params, 'drop_pending_updates')) await confirmUpdates(db, bot.id, Number.MAX_SAFE_INTEGER);
      await updateBot(db, bot.id, { webhook_url: null, webhook_secret: null });
      return true;
    },
    async getWebhookInfo(bot) {
      return {
        url: bot.webhook_url ?? '',
        has_custom_certificate: false,
        pending_update_count: await countUpdates(db, bot.id),
        ...(bot.webhook_error && bot.webhook_error_at
          ? {
              last_error_date: Math.floor(bot.webhook_error_at.getTime() / 1000),
              last_error_message: bot.webhook_error,
            }
          : {}),
        ...(bot.allowed_updates ? { allowed_updates: bot.allowed_updates } : {}),
      };
    },
  };
}

function otherMethods(db: Knex, files: FileStore, now: () => Date): Record<string, Method> {
  return {
    getMe: async (bot) => ({
      ...botUser(bot),
      can_join_groups: true,
      can_read_all_group_messages: false,
      supports_inline_queries: false,
      can_connect_to_business: false,
      has_main_web_app: false,
    }),
    async setMyCommands(bot, params) {
      const commands = jsonParam<BotRow['commands']>(params, 'commands') ?? [];
      const wrong = commands.find(({ command }) => !/^[a-z0-9_]{1,32}$/.test(command));
      if (wrong) throw badRequest('BOT_COMMAND_INVALID');
      await updateBot(db, bot.id, { commands: JSON.stringify(commands) });
      return true;
    },
    getMyCommands: async (bot) => bot.commands,
    async deleteMyCommands(bot) {
      await updateBot(db, bot.id, { commands: '[]' });
      return true;
    },
    async answerCallbackQuery(bot, params) {
      const id = textParam(params, 'callback_query_id') ?? '';
      const personId = await answerCallback(db, id, bot.id, now());
      if (personId === undefined) {
        throw badRequest('query is too old and response timeout expired or query ID is invalid');
      }
      const text = (textParam(params, 'text') ?? '').slice(0, LONGEST_TOAST);
      await notify(db, { type: 'callback', botId: bot.id, personId, id, text, alert: flagParam(params, 'show_alert') });
      return true;
    },
    async getFile(bot, params) {
      const file = await files.find(textParam(params, 'file_id') ?? '');
      if (file?.bot_id !== bot.id) throw badRequest('wrong file_id or the file is temporarily unavailable');
      const { file_id, file_unique_id, file_size } = documentOf(file);
      return { file_id, file_unique_id, file_size, file_path: botPathOf(file) };
    },
  };
}

interface BotApiParts {
  db: Knex;
  files: FileStore;
  updates: Updates;
  webhooks: Webhooks;
  now: () => Date;
}

/** Implements the Bot API's methods with api.telegram.org's answers. */
export function createBotApi({ db, files, updates, webhooks, now }: BotApiParts) {
  const methods = new Map(
    Object.entries<Method>({
      ...updateMethods(db, updates, webhooks),
      ...otherMethods(db, files, now),
      ...createBotMessages({ db, files, now }),
    }).map(([name, method]) => [name.toLowerCase(), method]),
  );

  async function fail(botId: number, method: string): Promise<void> {
    const fault = await takeFault(db, botId, method);
    if (fault?.kind === 'cut') throw new ConnectionCut();
    if (fault?.kind === 'error') throw new BotApiError(500, 'Internal Server Error');
    if (fault?.kind === 'rate_limit') {
      const { retry_after } = fault;
      throw new BotApiError(429, `Too Many Requests: retry after ${retry_after}`, { retry_after });
    }
  }

  async function botOf(token: string): Promise<BotRow & { faulty: boolean }> {
    const bot = await findBotByTokenHash(db, 'telegram', hashToken(token));
    if (bot) return bot;
    // the delay makes guessing tokens expensive; the real server is not quick to refuse either
    await sleep(20);
    throw new BotApiError(401, 'Unauthorized');
  }

  return {
    /** Throws BotApiError for a token that no bot has. */
    authenticate: async (token: string): Promise<void> => void (await botOf(token)),
    /**
     * Calls a method, whose name may be in any case. Throws BotApiError, or ConnectionCut where a test asked for it.
     */
    async call(token: string, name: string, params: BotParams, abort: AbortSignal): Promise<unknown> {
      const bot = await botOf(token);
      const method = methods.get(name.toLowerCase());
      if (!method) throw new BotApiError(404, 'Not Found');
      if (bot.faulty) await fail(bot.id, name.toLowerCase());
      return method(bot, params, abort);
    },
    /** Returns the file of a download address. */
    async fileAt(token: string, path: string): Promise<FileRow & { path: string }> {
      const bot = await botOf(token);
      const file = await files.find(idOfBotPath(path));
      if (file?.bot_id !== bot.id) throw new BotApiError(404, 'Not Found');
      return { ...file, path: files.pathOf(file) };
    },
  };
}
export type BotApi = ReturnType<typeof createBotApi>;
