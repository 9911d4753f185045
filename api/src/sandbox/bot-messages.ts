import type { Knex } from '@ostatok/kit/node/db.ts';
import type { SandboxMessageBody, SandboxPerson } from '../../contract/sandbox.ts';
import { BotApiError, badRequest } from '../bot-api/bot-api-error.ts';
import { type BotParams, fileParam, jsonParam, numberParam, textParam } from '../bot-api/bot-params.ts';
import { type BotRow, findPerson } from './bots.queries.ts';
import { documentOf, type FileStore } from './file-store.ts';
import { type Entity, parseHtml } from './html-entities.ts';
import { type BotMessage, botMessage } from './message-shape.ts';
import {
  deleteMessage,
  findChat,
  findMessage,
  insertMessage,
  type MessageRow,
  notify,
  updateMessage,
} from './messages.queries.ts';

const MAX_TEXT = 4096;
const MAX_CAPTION = 1024;
/** In bytes. */
const MAX_CALLBACK_DATA = 64;

function formatted(params: BotParams, name: 'text' | 'caption', max: number) {
  const raw = textParam(params, name);
  if (raw === undefined) return undefined;
  const mode = textParam(params, 'parse_mode')?.toLowerCase();
  if (mode && mode !== 'html') throw badRequest('unsupported parse_mode');
  const given = jsonParam<Entity[]>(params, name === 'text' ? 'entities' : 'caption_entities') ?? [];
  const { text, entities } = mode ? parseHtml(raw) : { text: raw, entities: given };
  if (text.length > max) throw badRequest(name === 'text' ? 'message is too long' : 'message caption is too long');
  return { text, entities };
}

function textBody(params: BotParams): Pick<SandboxMessageBody, 'text' | 'entities'> {
  const content = formatted(params, 'text', MAX_TEXT);
  if (!content?.text.trim()) throw badRequest('message text is empty');
  return { text: content.text, ...(content.entities.length > 0 ? { entities: content.entities } : {}) };
}

function captionBody(params: BotParams): Pick<SandboxMessageBody, 'caption' | 'caption_entities'> {
  const content = formatted(params, 'caption', MAX_CAPTION);
  if (!content) return {};
  return { caption: content.text, ...(content.entities.length > 0 ? { caption_entities: content.entities } : {}) };
}

function keyboardBody(params: BotParams): Pick<SandboxMessageBody, 'reply_markup'> {
  const markup = jsonParam<SandboxMessageBody['reply_markup']>(params, 'reply_markup');
  if (!markup) return {};
  for (const button of (markup.inline_keyboard ?? []).flat()) {
    if (!button.text) throw badRequest('can\'t parse inline keyboard button: Field "text" must be non-empty');
    if (button.callback_data === undefined && !button.url) {
      throw badRequest('Text buttons are unallowed in the inline keyboard');
    }
    if (Buffer.byteLength(button.callback_data ?? '') > MAX_CALLBACK_DATA) throw badRequest('BUTTON_DATA_INVALID');
  }
  return markup.inline_keyboard?.length === 0 ? {} : { reply_markup: markup };
}

const same = (a: SandboxMessageBody, b: SandboxMessageBody): boolean =>
  (['text', 'caption', 'entities', 'caption_entities', 'reply_markup'] as const).every(
    (key) => JSON.stringify(a[key] ?? null) === JSON.stringify(b[key] ?? null),
  );

/** Implements the methods with which a bot sends and edits messages in its private chats. */
export function createBotMessages({ db, files, now }: { db: Knex; files: FileStore; now: () => Date }) {
  async function personOf(params: BotParams): Promise<SandboxPerson> {
    const id = Number(textParam(params, 'chat_id'));
    const person = Number.isSafeInteger(id) ? await findPerson(db, id) : undefined;
    if (!person) throw badRequest('chat not found');
    return person;
  }

  async function send(bot: BotRow, params: BotParams, body: SandboxMessageBody): Promise<BotMessage> {
    const person = await personOf(params);
    const chat = await findChat(db, bot.id, person.id);
    if (!chat) throw badRequest('chat not found');
    if (chat.blocked) throw new BotApiError(403, 'Forbidden: bot was blocked by the user');
    const reply = jsonParam<{ message_id: number }>(params, 'reply_parameters')?.message_id;
    const row = await insertMessage(db, {
      bot_id: bot.id,
      person_id: person.id,
      from_bot: true,
      date: now(),
      body: { ...body, ...(reply ? { reply_to_message_id: reply } : {}) },
    });
    if (!row) throw badRequest('chat not found');
    return botMessage(row, bot, person);
  }

  async function sendFile(bot: BotRow, params: BotParams, kind: 'document' | 'photo'): Promise<BotMessage> {
    const upload = fileParam(params, kind);
    const known = upload ? undefined : await files.find(textParam(params, kind) ?? '');
    if (!upload && known?.bot_id !== bot.id) throw badRequest('wrong file identifier/HTTP URL specified');
    const file = upload ? await files.keep(bot.id, upload) : known;
    if (!file) throw badRequest(`there is no ${kind} in the request`);
    const document = documentOf(file);
    const { file_id, file_unique_id, file_size } = document;
    return send(bot, params, {
      ...(kind === 'document'
        ? { document }
        : { photo: [{ file_id, file_unique_id, file_size, width: 0, height: 0 }] }),
      ...captionBody(params),
      ...keyboardBody(params),
    });
  }

  async function edit(
    bot: BotRow,
    params: BotParams,
    change: (row: MessageRow) => SandboxMessageBody,
  ): Promise<BotMessage> {
    const person = await personOf(params);
    const row = await findMessage(db, bot.id, person.id, numberParam(params, 'message_id') ?? 0);
    if (!row) throw badRequest('message to edit not found');
    if (!row.from_bot) throw badRequest("message can't be edited");
    const body = change(row);
    if (same(row.body, body)) {
      throw badRequest(
        'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      );
    }
    const edited = await db.transaction(async (trx) => {
      await notify(trx, { type: 'message', botId: bot.id, personId: person.id, messageId: row.message_id });
      return updateMessage(trx, row, { body, edit_date: now() });
    });
    return botMessage(edited, bot, person);
  }

  return {
    sendMessage: (bot: BotRow, params: BotParams) =>
      send(bot, params, { ...textBody(params), ...keyboardBody(params) }),
    sendDocument: (bot: BotRow, params: BotParams) => sendFile(bot, params, 'document'),
    sendPhoto: (bot: BotRow, params: BotParams) => sendFile(bot, params, 'photo'),
    editMessageText: (bot: BotRow, params: BotParams) =>
      edit(bot, params, () => ({ ...textBody(params), ...keyboardBody(params) })),
    editMessageReplyMarkup: (bot: BotRow, params: BotParams) =>
      edit(bot, params, ({ body: { reply_markup: _, ...body } }) => ({ ...body, ...keyboardBody(params) })),
    async deleteMessage(bot: BotRow, params: BotParams): Promise<true> {
      const person = await personOf(params);
      const messageId = numberParam(params, 'message_id') ?? 0;
      if (!(await deleteMessage(db, bot.id, person.id, messageId))) throw badRequest('message to delete not found');
      await notify(db, { type: 'deleted', botId: bot.id, personId: person.id, messageId });
      return true;
    },
    async sendChatAction(bot: BotRow, params: BotParams): Promise<true> {
      const person = await personOf(params);
      const action = textParam(params, 'action') ?? 'typing';
      await notify(db, { type: 'action', botId: bot.id, personId: person.id, action: action.slice(0, 40) });
      return true;
    },
  };
}
