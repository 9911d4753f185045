import type { ChatButton } from '@ostatok/kit/contract/chat-message.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { SandboxMessageBody } from '../../../contract/sandbox.ts';
import { type BotRow, findPerson } from '../bots.queries.ts';
import { documentOf, type FileStore } from '../file-store.ts';
import {
  deleteMessage,
  findChat,
  findMessage,
  insertMessage,
  type MessageRow,
  notify,
  updateMessage,
} from '../messages.queries.ts';
import { formatted } from './formatting.ts';
import { isEmpty, messageMistake } from './message-rules.ts';
import type { Method } from './methods.ts';
import {
  type AttachmentRequest,
  type Button,
  badRequest,
  isObject,
  type NewMessageBody,
  ok,
  parseJson,
  type Reply,
  refusal,
  unsuccessful,
} from './protocol.ts';
import { chatIdOf, keyOf, personOfChat, type Render } from './shape.ts';

const EDITABLE_MS = 7 * 24 * 3600_000;
const FILES = ['image', 'file'];

const denied = (key: string, ...args: unknown[]): Reply =>
  refusal(403, 'chat.denied', `Key: ${key}, args: [${args.join(', ')}]`);

/** The page shows buttons of these two kinds. */
const shownButton = ({ type, text, payload, url }: Button): ChatButton[] => {
  if (type === 'callback') return [{ text, callback_data: payload ?? '' }];
  return type === 'link' ? [{ text, url }] : [];
};

function keyboardIn(attachments: AttachmentRequest[]): SandboxMessageBody {
  const rows = attachments.find(({ type }) => type === 'inline_keyboard')?.payload?.buttons ?? [];
  const inline_keyboard = rows.map((row) => row.flatMap(shownButton)).filter((row) => row.length > 0);
  return inline_keyboard.length > 0 ? { reply_markup: { inline_keyboard } } : {};
}

const tokensOf = ({ payload }: AttachmentRequest): string[] => [
  ...(payload?.token ? [payload.token] : []),
  ...Object.values(payload?.photos ?? {}).map(({ token }) => token),
];

interface Parts {
  db: Knex;
  files: FileStore;
  render: Render;
  now: () => Date;
}

/** The methods of MAX that send, change and show messages. */
export function createMessageMethods({ db, files, render, now }: Parts): Record<string, Method> {
  /** Returns the file of a message, {} without one, or why it cannot be attached. */
  async function fileIn(bot: BotRow, attachments: AttachmentRequest[]): Promise<SandboxMessageBody | Reply> {
    const sent = attachments.filter(({ type }) => type !== 'inline_keyboard');
    const [attachment] = sent;
    if (!attachment) return {};
    const tokens = tokensOf(attachment);
    if (sent.length > 1 || tokens.length > 1 || !FILES.includes(attachment.type))
      return badRequest('the built-in chat takes one file or picture in a message');
    const file = await files.find(tokens[0] ?? '');
    if (file?.bot_id !== bot.id) return badRequest(`${attachment.type}: unknown token`);
    const document = documentOf(file);
    const { file_id, file_unique_id, file_size } = document;
    return attachment.type === 'file'
      ? { document }
      : { photo: [{ file_id, file_unique_id, file_size, width: 0, height: 0 }] };
  }

  /** Returns the message after `body`; what the body does not name stays as it was. */
  async function changed(
    bot: BotRow,
    before: SandboxMessageBody,
    { text, format, attachments }: NewMessageBody,
  ): Promise<{ body: SandboxMessageBody } | Reply> {
    const { document, photo, reply_markup, ...rest } = before;
    let files: SandboxMessageBody = { ...(document && { document }), ...(photo && { photo }) };
    let keyboard: SandboxMessageBody = reply_markup ? { reply_markup } : {};
    if (attachments) {
      const found = await fileIn(bot, attachments);
      if ('status' in found) return found as Reply;
      files = found as SandboxMessageBody;
      keyboard = keyboardIn(attachments);
    }
    const said = text == null ? (rest.text ?? rest.caption ?? '') : formatted(text, format).text;
    const { text: _text, caption: _caption, ...others } = rest;
    const isFile = Object.keys(files).length > 0;
    const words = said ? (isFile ? { caption: said } : { text: said }) : {};
    return { body: { ...others, ...files, ...keyboard, ...words } };
  }

  /** Why nothing can be sent to the person; undefined where it can. */
  async function denial(bot: BotRow, personId: number): Promise<Reply | undefined> {
    const chat = await findChat(db, bot.id, personId);
    if (!chat) return denied('error.dialog.notfound');
    return chat.blocked ? denied('error.dialog.suspended', chatIdOf(bot.id, personId)) : undefined;
  }

  async function ownMessage(bot: BotRow, mid: string | null): Promise<MessageRow | undefined> {
    const key = keyOf(mid ?? '');
    return key?.botId === bot.id ? findMessage(db, bot.id, key.personId, key.messageId) : undefined;
  }

  async function rendered(bot: BotRow, row: MessageRow): Promise<Reply> {
    const person = await findPerson(db, row.person_id);
    if (!person) return refusal(404, 'not.found', 'no such message');
    const replyTo = row.body.reply_to_message_id;
    const replied = replyTo ? await findMessage(db, bot.id, row.person_id, replyTo) : undefined;
    return ok(render({ row, bot, person, replied }) as object);
  }

  async function edit(bot: BotRow, row: MessageRow, asked: unknown): Promise<Reply> {
    const mistake = messageMistake(asked);
    if (mistake) return badRequest(mistake);
    const refused = await denial(bot, row.person_id);
    if (refused) return refused;
    const isOld = !row.body.reply_markup && now().getTime() - row.date.getTime() > EDITABLE_MS;
    if (!row.from_bot || isOld) return unsuccessful('the message cannot be edited');
    const made = await changed(bot, row.body, asked as NewMessageBody);
    if ('status' in made) return made;
    await db.transaction(async (trx) => {
      await notify(trx, { type: 'message', botId: bot.id, personId: row.person_id, messageId: row.message_id });
      await updateMessage(trx, row, { body: made.body, edit_date: now() });
    });
    return ok({ success: true });
  }

  const send: Method = async ({ bot, query, body }) => {
    if (!query.has('user_id') && !query.has('chat_id')) return badRequest('user_id or chat_id is required');
    const asked = parseJson(body.toString());
    const mistake = messageMistake(asked);
    if (mistake) return badRequest(mistake);
    const message = asked as NewMessageBody;
    if (isEmpty(message)) return badRequest('text or attachments are required');
    const personId = query.has('user_id')
      ? Number(query.get('user_id'))
      : personOfChat(bot.id, Number(query.get('chat_id')));
    if (!Number.isSafeInteger(personId)) return denied('error.dialog.notfound');
    const refused = await denial(bot, personId);
    if (refused) return refused;
    const linked = message.link ? await ownMessage(bot, message.link.mid) : undefined;
    if (message.link && linked?.person_id !== personId) return badRequest('link: no such message');
    const made = await changed(bot, linked ? { reply_to_message_id: linked.message_id } : {}, message);
    if ('status' in made) return made;
    const row = await insertMessage(db, {
      bot_id: bot.id,
      person_id: personId,
      from_bot: true,
      date: now(),
      body: made.body,
    });
    if (!row) return denied('error.dialog.notfound');
    const { status, body: shown } = await rendered(bot, row);
    return { status, body: { message: shown } };
  };

  return {
    'POST /messages': send,
    async 'PUT /messages'({ bot, query, body }) {
      const row = await ownMessage(bot, query.get('message_id'));
      return row ? edit(bot, row, parseJson(body.toString())) : refusal(404, 'not.found', 'no such message');
    },
    async 'DELETE /messages'({ bot, query }) {
      const row = await ownMessage(bot, query.get('message_id'));
      if (!row?.from_bot) return unsuccessful('no such message of the bot');
      const { person_id: personId, message_id: messageId } = row;
      await deleteMessage(db, bot.id, personId, messageId);
      await notify(db, { type: 'deleted', botId: bot.id, personId, messageId });
      return ok({ success: true });
    },
    /** Only a message is shown: MAX's own apps show no notification either. */
    async 'POST /answers'({ bot, query, body }) {
      const row = await ownMessage(bot, query.get('callback_id'));
      if (!row) return refusal(404, 'not.found', 'no such callback');
      const asked = parseJson(body.toString());
      if (!isObject(asked) || (asked.message == null && asked.notification == null))
        return badRequest('message or notification required');
      if (asked.notification != null && typeof asked.notification !== 'string')
        return badRequest('notification must be a string');
      return asked.message == null ? ok({ success: true }) : edit(bot, row, asked.message);
    },
    async 'GET /messages/:mid'({ bot, mid = '' }) {
      const row = await ownMessage(bot, mid);
      return row ? rendered(bot, row) : refusal(404, 'not.found', 'no such message');
    },
  };
}
