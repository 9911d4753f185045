import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { BotApiError, badRequest } from '../bot-api/bot-api-error.ts';
import { type BotParams, fileParam, jsonParam, numberParam, textParam } from '../bot-api/bot-params.ts';
import { findBotOfTenant, forgetMiniApp, type MaxBotRow, setBotState } from './bots.queries.ts';
import { type EventRow, findEventOfTenant, takePress } from './events.queries.ts';
import { type BotApiKeyboard, keyboardAttachment, type MiniAppOfBot } from './keyboard.ts';
import { type MaxClient, MaxError, type NewMessage } from './max-client.ts';
import type { MaxMessage } from './max-event.ts';
import { findMessage, numberMessage } from './messages.queries.ts';
import type { MiniApp } from './mini-app.service.ts';
import { isPersonOf, selectVenues } from './people.queries.ts';
import type { SendQueues } from './send-queues.ts';
import { contentBody, fileOf, filesOf } from './update-of-event.ts';
import { named, partsOf } from './venue-name.ts';

/** The largest file that bots read. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** How long a press of a button is answered by rewriting its message. */
const PRESS_MS = 5 * 60_000;
/** Milliseconds to wait before a message with a file that MAX has not got ready yet is sent again. */
const NOT_READY_MS = [500, 1000, 2000, 4000, 8000, 16_000];
/** Milliseconds to wait before a message is sent again for which MAX says that they are too many. */
const TOO_MANY_MS = [1000, 2000, 4000];

const chatIn = (params: BotParams): number => numberParam(params, 'chat_id') ?? 0;
function textIn(params: BotParams): string {
  const text = textParam(params, 'text');
  if (text === undefined) throw badRequest('message text is empty');
  return text;
}
const keyboardIn = (params: BotParams): BotApiKeyboard | undefined =>
  jsonParam<{ inline_keyboard?: BotApiKeyboard }>(params, 'reply_markup')?.inline_keyboard;

const notThere = (): BotApiError => new BotApiError(403, "Forbidden: bot can't initiate conversation with a user");

/** What tenants' bots understand: the words are those of Telegram. */
function botApiError(error: unknown): unknown {
  if (error instanceof AppError && error.status === 429)
    return new BotApiError(429, 'Too Many Requests', { retry_after: error.retryAfter ?? 5 });
  if (!(error instanceof MaxError)) return error;
  const { status, message, retryAfter } = error;
  if (status === 401) return new BotApiError(401, 'Unauthorized');
  if (status === 403) return new BotApiError(403, `Forbidden: bot was blocked by the user (${message})`);
  if (status === 404) return badRequest('message to edit not found');
  if (status === 413) return new BotApiError(413, `Request Entity Too Large: ${message}`);
  if (status === 429) return new BotApiError(429, 'Too Many Requests', { retry_after: Math.ceil(retryAfter ?? 5) });
  if (status === 0 || status >= 500) return new BotApiError(502, `Bad Gateway: ${message}`);
  return badRequest(`${message}; message can't be edited`);
}

interface Speaking {
  tenantId: string;
  signal?: AbortSignal | undefined;
}

interface Deps {
  db: Knex;
  client: MaxClient;
  queues: SendQueues;
  openToken: (bot: Pick<MaxBotRow, 'token_sealed'>) => string;
  /** Whether this installation has the bot's token still. */
  isServed: (bot: Pick<MaxBotRow, 'is_shared'>) => boolean;
  miniApp: Pick<MiniApp, 'of'>;
  clock: () => Date;
  log: Logger;
}

/**
 * Five methods of Telegram's Bot API over MAX, which tenants' bots call: neither the token nor MAX's numbers leave the
 * platform.
 */
export function createMaxBotApi({ db, client, queues, openToken, isServed, miniApp, clock, log }: Deps) {
  async function botOf(tenantId: string): Promise<MaxBotRow> {
    const bot = await findBotOfTenant(db, tenantId);
    if (!bot || !isServed(bot)) throw new BotApiError(401, 'Unauthorized');
    return bot;
  }

  /** Runs a call to MAX, again where it says that they are too many; notes what it says of the token. */
  async function calling<T>(bot: MaxBotRow, run: (token: string) => Promise<T>, waits = TOO_MANY_MS): Promise<T> {
    const [first, ...rest] = waits;
    try {
      return await run(openToken(bot));
    } catch (error) {
      if (!(error instanceof MaxError)) throw error;
      if (error.status === 401) await setBotState(db, bot.id, 'revoked');
      if (error.status !== 429 || first === undefined) throw error;
      log.warn({ bot: bot.id }, 'MAX takes no more for now');
      await sleep(error.retryAfter ? error.retryAfter * 1000 : first);
      return calling(bot, run, rest);
    }
  }

  const inTurn = <T>(
    bot: MaxBotRow,
    personId: number,
    { tenantId, signal }: Speaking,
    run: (token: string) => Promise<T>,
  ) => queues.of(bot.id).submit({ tenantId, personId, signal, run: () => calling(bot, run) });

  /** The text with the venue's name, for people who write to several venues through this bot. */
  async function textFor(bot: MaxBotRow, personId: number, tenantId: string, text: string): Promise<string> {
    if (!bot.is_shared) return text;
    const venues = await selectVenues(db, bot.id, personId);
    const own = venues.find((venue) => venue.tenant_id === tenantId);
    return own && venues.length > 1 ? named(own.display_name, text) : text;
  }

  async function requirePerson(bot: MaxBotRow, personId: number, tenantId: string): Promise<void> {
    if (!Number.isSafeInteger(personId)) throw badRequest('chat not found');
    // through a shared bot a tenant writes to those alone who have written to it
    if (bot.is_shared && !(await isPersonOf(db, bot.id, personId, tenantId))) throw notThere();
  }

  /** Sends a message, again while MAX is not ready with its file; returns its number. */
  async function post(bot: MaxBotRow, personId: number, by: Speaking, message: NewMessage): Promise<number> {
    for (const wait of [...NOT_READY_MS, undefined]) {
      try {
        const mid = await inTurn(bot, personId, by, (token) => client.send(token, personId, message));
        return await numberMessage(db, { bot_id: bot.id, mid, person_id: personId, tenant_id: by.tenantId || null });
      } catch (error) {
        const isNotReady = error instanceof MaxError && error.code === 'attachment.not.ready';
        if (!isNotReady || wait === undefined) throw error;
        await sleep(wait);
      }
    }
    throw new Error('unreachable');
  }

  const sentAs = (id: number, chatId: number, text: string): object => ({
    message_id: id,
    date: Math.floor(clock().getTime() / 1000),
    chat: { id: chatId, type: 'private' },
    text,
  });

  /** Sends a message with buttons; without those for the mini app where MAX knows of none any more. */
  async function postWithKeyboard(
    bot: MaxBotRow,
    personId: number,
    by: Speaking,
    { text, keyboard }: { text: string; keyboard: BotApiKeyboard | undefined },
  ): Promise<number> {
    const postFor = (app?: MiniAppOfBot): Promise<number> =>
      post(bot, personId, by, { text, attachments: keyboardAttachment(keyboard, app) });
    const app = keyboard?.flat().some(({ web_app }) => web_app) ? await miniApp.of(bot, by.tenantId) : undefined;
    if (!app) return postFor();
    try {
      return await postFor(app);
    } catch (error) {
      if (!(error instanceof MaxError) || error.status !== 400) throw error;
      const id = await postFor();
      // what was wrong was the button, since without it MAX has taken the message
      log.warn({ bot: bot.id, reason: error.message }, 'a button for the mini app was refused');
      await forgetMiniApp(db, bot.id);
      return id;
    }
  }

  async function sendText(by: Speaking, chatId: number, text: string, keyboard?: BotApiKeyboard): Promise<object> {
    const bot = await botOf(by.tenantId);
    await requirePerson(bot, chatId, by.tenantId);
    const parts = partsOf(await textFor(bot, chatId, by.tenantId, text));
    let id = 0;
    for (const [at, part] of parts.entries()) {
      const isLast = at === parts.length - 1;
      id = await postWithKeyboard(bot, chatId, by, { text: part, keyboard: isLast ? keyboard : undefined });
    }
    return sentAs(id, chatId, text);
  }

  const sendMessage = (by: Speaking, params: BotParams): Promise<object> =>
    sendText(by, chatIn(params), textIn(params), keyboardIn(params));

  async function editMessageText(by: Speaking, params: BotParams): Promise<object> {
    const [chatId, id, text] = [chatIn(params), numberParam(params, 'message_id') ?? 0, textIn(params)];
    const bot = await botOf(by.tenantId);
    const found = await findMessage(db, { id, bot_id: bot.id, tenant_id: by.tenantId, person_id: chatId });
    if (!found) throw badRequest('message to edit not found');
    const [part = ''] = partsOf(await textFor(bot, chatId, by.tenantId, text));
    const message = { text: part, attachments: keyboardAttachment(keyboardIn(params)) };
    const since = new Date(clock().getTime() - PRESS_MS);
    await inTurn(bot, chatId, by, async (token) => {
      // the press that has asked for it ends with the same call
      const callbackId = await takePress(db, bot.id, found.mid, since);
      if (callbackId !== undefined) {
        try {
          return await client.answer(token, callbackId, message);
        } catch (error) {
          if (!(error instanceof MaxError) || error.status !== 400) throw error;
          log.warn({ bot: bot.id, reason: error.message }, 'a press was not answered');
        }
      }
      return client.edit(token, found.mid, message);
    });
    return sentAs(id, chatId, text);
  }

  async function eventOf(tenantId: string, id: string): Promise<EventRow> {
    const event = /^\d{1,15}$/.test(id) ? await findEventOfTenant(db, Number(id), tenantId) : undefined;
    if (!event) throw badRequest('query is too old');
    return event;
  }

  /** A notice over the chat may not be shown, so what it says is sent as a message; without a text there is nothing to do. */
  async function answerCallbackQuery(by: Speaking, params: BotParams): Promise<true> {
    const text = textParam(params, 'text');
    if (!text) return true;
    const { person_id } = await eventOf(by.tenantId, textParam(params, 'callback_query_id') ?? '');
    await sendText(by, person_id, text);
    return true;
  }

  async function sendDocument(by: Speaking, params: BotParams): Promise<object> {
    const [chatId, file, caption] = [chatIn(params), fileParam(params, 'document'), textParam(params, 'caption') ?? ''];
    if (!file) throw badRequest('there is no document in the request');
    const bot = await botOf(by.tenantId);
    await requirePerson(bot, chatId, by.tenantId);
    const token = await calling(bot, (own) => client.upload(own, file.name, file.data));
    const text = await textFor(bot, chatId, by.tenantId, caption);
    const id = await post(bot, chatId, by, { text, attachments: [{ type: 'file', payload: { token } }] });
    return { ...sentAs(id, chatId, caption), document: { file_id: '', file_unique_id: '', file_name: file.name } };
  }

  async function getFile(by: Speaking, params: BotParams): Promise<object> {
    const id = textParam(params, 'file_id') ?? '';
    await eventOf(by.tenantId, id);
    return { file_id: id, file_unique_id: id, file_path: id };
  }

  /** The address of the file that came with an event, as MAX names it now where it is asked anew. */
  function urlOf({ event }: EventRow, fresh?: MaxMessage): string {
    const sent = event.message && fileOf(event.message);
    const others = fresh ? filesOf(contentBody(fresh)) : [];
    const file = others.find(({ payload }) => payload?.token === sent?.payload?.token) ?? others[0] ?? sent;
    const url = URL.parse(file?.payload?.url ?? '');
    if (!url || !['https:', 'http:'].includes(url.protocol)) throw badRequest('the file is temporarily unavailable');
    return url.href;
  }

  async function readFile(tenantId: string, id: string): Promise<Buffer> {
    const row = await eventOf(tenantId, id);
    const mid = row.event.message?.body.mid;
    try {
      return await client.download(urlOf(row), MAX_FILE_BYTES);
    } catch (error) {
      if (!mid || !(error instanceof MaxError) || error.status === 0 || error.status === 413) throw error;
    }
    // the address that it came with is no longer good
    const fresh = await client.message(openToken(await botOf(tenantId)), mid);
    return client.download(urlOf(row, fresh), MAX_FILE_BYTES);
  }

  const methods = { sendMessage, editMessageText, answerCallbackQuery, sendDocument, getFile };
  const isMethod = (name: string): name is keyof typeof methods => Object.hasOwn(methods, name);

  return {
    /** Calls a method on behalf of the tenant. Throws BotApiError. */
    async call(by: Speaking, method: string, params: BotParams): Promise<unknown> {
      if (!isMethod(method)) throw new BotApiError(404, 'Not Found');
      try {
        return await methods[method](by, params);
      } catch (error) {
        throw botApiError(error);
      }
    },

    /** Reads a file that a person has sent to the tenant. Throws BotApiError. */
    file: (tenantId: string, id: string): Promise<Buffer> =>
      readFile(tenantId, id).catch((error) => {
        throw botApiError(error);
      }),

    /** Sends a text to a person in the tenant's name. Throws BotApiError. */
    write: (tenantId: string, personId: number, text: string): Promise<object> =>
      sendText({ tenantId }, personId, text).catch((error) => {
        throw botApiError(error);
      }),

    /** Sends the platform's own words to a person. Throws MaxError and TooMany. */
    say: (bot: MaxBotRow, personId: number, text: string, keyboard?: BotApiKeyboard): Promise<number> =>
      post(bot, personId, { tenantId: '' }, { text, attachments: keyboardAttachment(keyboard) }),

    /** Rewrites what the platform has asked. Throws MaxError and TooMany. */
    rewrite: (bot: MaxBotRow, personId: number, callbackId: string, text: string): Promise<void> =>
      inTurn(bot, personId, { tenantId: '' }, (token) => client.answer(token, callbackId, { text, attachments: [] })),
  };
}
export type MaxBotApi = ReturnType<typeof createMaxBotApi>;
