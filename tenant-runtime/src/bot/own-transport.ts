import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ChatMessage, ChatMessageBody } from '@ostatok/kit/contract/chat-message.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { rememberPerson } from '@ostatok/kit/node/request-scope.ts';
import { Composer, type Transformer } from 'grammy';
import { MAX_MESSAGE } from '../../contract/chat.ts';
import type { BotSide } from '../chat/bot-side.ts';
import { FileAt } from './chat.ts';
import type { BotContext, BotDeps } from './context.ts';
import { type Answered, botNamed, type Transport } from './transport.ts';

type Store = BotSide;

/** The fields of the calls that the bot makes, as of the Bot API. */
interface Call {
  chat_id?: number;
  message_id?: number;
  text?: string;
  caption?: string;
  entities?: ChatMessageBody['entities'];
  reply_markup?: ChatMessageBody['reply_markup'];
  document?: unknown;
  callback_query_id?: string;
  show_alert?: boolean;
}

interface Sending {
  /** Makes what is sent be written once. */
  key: string | null;
  /** Nobody has asked for it. */
  isNotice: boolean;
}

interface Refusal {
  ok: false;
  error_code: number;
  description: string;
}

const refusal = (description: string): Refusal => ({ ok: false, error_code: 400, description });

/** Marks the commands of a text, as a messenger does by itself: each is sent by a press. */
const commandsIn = (text = ''): NonNullable<ChatMessageBody['entities']> =>
  [...text.matchAll(/(?<=^|[\s(])\/[a-z]+/g)].map(({ 0: { length }, index: offset }) => ({
    type: 'bot_command',
    offset,
    length,
  }));

const asTelegrams = ({ reply_to_message_id: _, from_bot: _bot, ...message }: ChatMessage, chatId: number) => ({
  ...message,
  chat: { id: chatId, type: 'private' },
});

async function sendDocument(store: Store, { key }: Sending, { chat_id = 0, caption, document }: Call) {
  if (!(document instanceof FileAt)) return refusal('Bad Request: there is no file');
  const bytes = await readFile(document.path);
  const id = randomUUID();
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await store.keepFile(chat_id, { id, name: document.name, type, bytes });
  const about = { file_id: id, file_unique_id: id, file_name: document.name, mime_type: type, file_size: bytes.length };
  const message = await store.post(chat_id, { key, body: { document: about, ...(caption && { caption }) } });
  return { ok: true, result: asTelegrams(message, chat_id) };
}

async function editMessageText(store: Store, { chat_id = 0, message_id = 0, text, reply_markup }: Call) {
  const message = await store.change(chat_id, message_id, { text, ...(reply_markup && { reply_markup }) });
  return message
    ? { ok: true, result: asTelegrams(message, chat_id) }
    : refusal('Bad Request: message to edit not found');
}

/** Answers a call of the bot from the venue's database. */
async function answerCall(store: Store, method: string, call: Call, sending: Sending): Promise<object> {
  const { chat_id = 0, text, entities, reply_markup } = call;
  switch (method) {
    case 'sendMessage': {
      const marked = [...(entities ?? []), ...commandsIn(text)];
      const body = { text, ...(marked.length > 0 && { entities: marked }), ...(reply_markup && { reply_markup }) };
      return { ok: true, result: asTelegrams(await store.post(chat_id, { ...sending, body }), chat_id) };
    }
    case 'sendDocument':
      return sendDocument(store, sending, call);
    case 'editMessageText':
      return editMessageText(store, call);
    case 'answerCallbackQuery':
      if (text) await store.toast(Number(call.callback_query_id), { text, alert: call.show_alert ?? false });
      return { ok: true, result: true };
    default:
      return refusal(`Bad Request: there is no ${method}`);
  }
}

/** Makes a transformer that passes no call on; what is sent in answer to `answered` is numbered in its order. */
function callsOf(store: Store, answered: Answered | null): Transformer {
  let sent = 0;
  return (async (_prev: unknown, method: string, payload: Call) => {
    const isSending = method.startsWith('send');
    const key = answered === null || !isSending ? null : `${answered}:${sent}`;
    if (isSending) sent += 1;
    return answerCall(store, method, payload, { key, isNotice: typeof answered === 'string' });
  }) as Transformer;
}

/** Only users of the venue can write here: they have signed in. */
function ownAccess({ users }: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.use(async (ctx, next) => {
    const caller = ctx.from && (await users.byId(ctx.from.id));
    if (!caller) return;
    ctx.caller = caller;
    rememberPerson({ userId: caller.id, username: caller.username });
    await next();
  });
  return composer;
}

/** Carries the bot's calls to the venue's own chat, within this process. */
export const createOwnTransport = (store: Store): Transport => ({
  channel: 'own',
  abilities: { maxText: MAX_MESSAGE, maxRows: 100, forceReply: true, toasts: true },
  token: '1:own',
  me: botNamed(1, 'bot'),
  files: {
    async download(_api, fileId) {
      const [userId, id] = fileId.split('/');
      const file = id ? await store.file(Number(userId), id) : undefined;
      if (!file) throw new InvalidInput('Файла больше нет, пришлите его ещё раз');
      return file.bytes;
    },
  },
  transformers: [callsOf(store, null)],
  replies: { of: (answered) => callsOf(store, answered), forget: () => {}, keep: () => {} },
  access: ownAccess,
  hasStrangers: false,
});
