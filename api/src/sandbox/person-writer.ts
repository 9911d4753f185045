import { randomInt } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import { pictureTypeOf } from '@ostatok/kit/node/picture-type.ts';
import type { SandboxMessage, SandboxMessageBody, SandboxPerson } from '../../contract/sandbox.ts';
import type { UploadedFile } from '../bot-api/bot-params.ts';
import type { BotEvents } from './bot-events.ts';
import type { BotRow } from './bots.queries.ts';
import { documentOf, type FileStore } from './file-store.ts';
import { commandEntities } from './html-entities.ts';
import { pageMessage } from './message-shape.ts';
import { findMessage, insertMessage, type MessageRow, notify, openChat, updateMessage } from './messages.queries.ts';

const MAX_CAPTION = 1024;

function withEntities(text: string): SandboxMessageBody {
  const entities = commandEntities(text);
  return { text, ...(entities.length > 0 ? { entities } : {}) };
}

/** Optional fields sent with a file. */
export interface Beside {
  caption?: string | undefined;
  replyTo?: number | undefined;
}

interface WriterDeps {
  db: Knex;
  files: FileStore;
  eventsOf: (bot: BotRow) => BotEvents;
  now: () => Date;
  /** Both throw NotFound. */
  sidesOf: (botId: number, personId: number) => Promise<{ bot: BotRow; person: SandboxPerson }>;
  messageOf: (botId: number, personId: number, messageId: number) => Promise<MessageRow>;
}

const repliedBy = async (
  { db }: WriterDeps,
  { bot_id, person_id, body }: MessageRow,
): Promise<MessageRow | undefined> =>
  body.reply_to_message_id ? findMessage(db, bot_id, person_id, body.reply_to_message_id) : undefined;

/** Writes all messages or none. */
async function sayAll(
  deps: WriterDeps,
  botId: number,
  personId: number,
  bodies: SandboxMessageBody[],
  replyTo?: number,
) {
  const { bot, person } = await deps.sidesOf(botId, personId);
  if (replyTo !== undefined) await deps.messageOf(botId, personId, replyTo);
  return deps.db.transaction(async (trx) => {
    const isFirst = await openChat(trx, botId, personId);
    const said: SandboxMessage[] = [];
    for (const body of bodies) {
      const row = await insertMessage(trx, {
        bot_id: botId,
        person_id: personId,
        from_bot: false,
        date: deps.now(),
        body: { ...body, ...(replyTo === undefined ? {} : { reply_to_message_id: replyTo }) },
      });
      if (!row) throw new NotFound('Нет такой переписки');
      const written = { row, bot, person, replied: await repliedBy(deps, row) };
      await deps.eventsOf(bot).written(trx, written, isFirst && said.length === 0);
      said.push(pageMessage(row));
    }
    return said;
  });
}

async function say(deps: WriterDeps, botId: number, personId: number, body: SandboxMessageBody, replyTo?: number) {
  const [message] = await sayAll(deps, botId, personId, [body], replyTo);
  if (!message) throw new NotFound('Нет такой переписки');
  return message;
}

function editedBody({ from_bot, body }: MessageRow, text: string): SandboxMessageBody {
  const isFile = body.photo !== undefined || body.document !== undefined;
  if (from_bot || (body.text === undefined && !isFile)) throw new InvalidInput('Изменить можно только своё сообщение');
  const { caption: _caption, ...file } = body;
  if (isFile && text.length > MAX_CAPTION) throw new InvalidInput(`Подпись не длиннее ${MAX_CAPTION} знаков`);
  if (isFile) return { ...file, ...(text ? { caption: text } : {}) };
  if (!text) throw new InvalidInput('Напишите сообщение');
  const { reply_to_message_id: replyTo } = body;
  return { ...withEntities(text), ...(replyTo ? { reply_to_message_id: replyTo } : {}) };
}

const write = (
  deps: WriterDeps,
  botId: number,
  personId: number,
  text: string,
  replyTo?: number,
): Promise<SandboxMessage> => say(deps, botId, personId, withEntities(text), replyTo);

async function sendDocument(
  deps: WriterDeps,
  botId: number,
  personId: number,
  upload: UploadedFile,
  { caption, replyTo }: Beside = {},
): Promise<SandboxMessage> {
  await deps.sidesOf(botId, personId);
  const document = documentOf(await deps.files.keep(botId, upload));
  return say(deps, botId, personId, { document, ...(caption ? { caption } : {}) }, replyTo);
}

/** Several pictures are an album, captioned at the first. A file that is no picture by its bytes is refused. */
async function sendPhotos(
  deps: WriterDeps,
  botId: number,
  personId: number,
  uploads: UploadedFile[],
  { caption, replyTo }: Beside = {},
): Promise<SandboxMessage[]> {
  await deps.sidesOf(botId, personId);
  const pictures = uploads.map((upload) => ({ ...upload, mime: pictureTypeOf(upload.data) ?? '' }));
  if (pictures.some(({ mime }) => !mime)) {
    throw new InvalidInput('Это не фото: пришлите JPEG, PNG или WebP, остальное — файлом');
  }
  const album = pictures.length > 1 ? { media_group_id: String(randomInt(1e12, 1e13)) } : {};
  const bodies: SandboxMessageBody[] = [];
  for (const picture of pictures) {
    const { file_id, file_unique_id, file_size } = documentOf(await deps.files.keep(botId, picture));
    const photo = [{ file_id, file_unique_id, file_size, width: 0, height: 0 }];
    bodies.push({ photo, ...album, ...(caption && bodies.length === 0 ? { caption } : {}) });
  }
  return sayAll(deps, botId, personId, bodies, replyTo);
}

async function sendVoice(
  deps: WriterDeps,
  botId: number,
  personId: number,
  upload: UploadedFile,
  { duration, replyTo }: { duration: number; replyTo?: number | undefined },
): Promise<SandboxMessage> {
  await deps.sidesOf(botId, personId);
  const { file_name: _, ...file } = documentOf(await deps.files.keep(botId, upload));
  return say(deps, botId, personId, { voice: { ...file, duration } }, replyTo);
}

/** Changes the text, or the caption of a file. */
async function edit(
  deps: WriterDeps,
  botId: number,
  personId: number,
  messageId: number,
  text: string,
): Promise<SandboxMessage> {
  const { bot, person } = await deps.sidesOf(botId, personId);
  const row = await deps.messageOf(botId, personId, messageId);
  const body = editedBody(row, text);
  const edited = await deps.db.transaction(async (trx) => {
    const changed = await updateMessage(trx, row, { body, edit_date: deps.now() });
    await notify(trx, { type: 'message', botId, personId, messageId });
    await deps.eventsOf(bot).edited(trx, { row: changed, bot, person, replied: await repliedBy(deps, changed) });
    return changed;
  });
  return pageMessage(edited);
}

/** Implements what a person writes, sends and edits in a chat; each action is an update for the bot. */
export function createPersonWriter(deps: WriterDeps) {
  return {
    write: (botId: number, personId: number, text: string, replyTo?: number) =>
      write(deps, botId, personId, text, replyTo),

    sendDocument: (botId: number, personId: number, upload: UploadedFile, beside?: Beside) =>
      sendDocument(deps, botId, personId, upload, beside),

    sendPhotos: (botId: number, personId: number, uploads: UploadedFile[], beside?: Beside) =>
      sendPhotos(deps, botId, personId, uploads, beside),

    sendVoice: (
      botId: number,
      personId: number,
      upload: UploadedFile,
      voice: { duration: number; replyTo?: number | undefined },
    ) => sendVoice(deps, botId, personId, upload, voice),

    edit: (botId: number, personId: number, messageId: number, text: string) =>
      edit(deps, botId, personId, messageId, text),
  };
}
