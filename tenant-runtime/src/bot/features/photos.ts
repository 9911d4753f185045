import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import { MAX_NAME } from '../../../contract/items.ts';
import type { LookedUp } from '../../lookup/lookup.service.ts';
import { inBackground } from '../background.ts';
import { insertQuestion } from '../bot.queries.ts';
import type { Photographed } from '../captions.ts';
import { aliasName } from '../catalogue.ts';
import { changeIdOf } from '../change-id.ts';
import { acknowledge, reply } from '../chat.ts';
import { type BotContext, type BotDeps, mayAddItems } from '../context.ts';
import { type ChatFiles, MAX_FILE_BYTES, mustFit } from '../files.ts';
import { selectMessages } from '../messages.queries.ts';
import { cut, quoted } from '../texts.ts';
import { createCaptions, isBareQuantity } from './captions.ts';
import { askName, foundItem, offerAlias, showItem } from './cards.ts';

const SHOWN = 8;

const HOW = 'Штрихкод не читается. Снимите его целиком и ближе, прямо и без блика, или напишите цифры под ним.';

interface PhotosDeps extends BotDeps {
  files: ChatFiles;
  /** Reads the barcodes in a photo; the decoder is loaded when the first photo comes. */
  readBarcodes?: ((bytes: Uint8Array) => Promise<string[]>) | undefined;
}

/** What the code means, or why that is not known. */
async function lookUp(
  { lookup }: BotDeps,
  ean: string,
  { hurried }: { hurried: boolean },
): Promise<LookedUp | NotFound> {
  try {
    return await lookup.find(ean, { hurried });
  } catch (error) {
    if (error instanceof NotFound) return error;
    throw error;
  }
}

/** For one code of several, each of which would keep the next messages waiting. */
async function find(deps: BotDeps, ean: string): Promise<LookedUp | undefined> {
  const found = await lookUp(deps, ean, { hurried: true });
  return found instanceof NotFound ? undefined : found;
}

/** Offers the catalogue's name; nothing is added until the unit is chosen. */
async function offer(ctx: BotContext, deps: BotDeps, ean: string, name: string): Promise<void> {
  if (!(await mayAddItems(ctx, deps))) {
    return offerAlias(
      ctx,
      deps,
      ean,
      `В каталоге это ${quoted(name, MAX_NAME)}. Добавить позицию может администратор.`,
      undefined,
    );
  }
  const question = await insertQuestion(deps.db, {
    change_id: changeIdOf(deps.tenantId, ctx.update.update_id, 0),
    user_id: ctx.caller.id,
    name,
    amounts: [],
    options: [],
    ean,
  });
  const keyboard = new InlineKeyboard().text('Добавить', `add:${question.id}`).text('Не надо', `drop:${question.id}`);
  return offerAlias(ctx, deps, ean, `Такого кода у вас нет. В каталоге это ${quoted(name, MAX_NAME)}.`, keyboard);
}

/** Tells whether the message has written nothing so far, so that its edit gives the first quantity. */
async function isFirstCaption(ctx: BotContext, { db, channel }: BotDeps): Promise<boolean> {
  const { chat, message_id } = ctx.editedMessage ?? {};
  const rows = chat && message_id ? await selectMessages(db, { channel, chat_id: chat.id, message_id }) : [];
  return rows.every(({ update_id }) => update_id === ctx.update.update_id);
}

/** Answers a barcode with the item, with the catalogue's name, or by asking for a name. */
async function answer(ctx: BotContext, deps: BotDeps, ean: string): Promise<void> {
  const found = await lookUp(deps, ean, { hurried: false });
  if (found instanceof NotFound) return askName(ctx, deps, ean, { isAway: found.code === 'catalogue_away' });
  if ('item' in found) return showItem(ctx, deps, found.item.id, found.pack);
  const name = aliasName(found.alias);
  return name ? offer(ctx, deps, ean, name) : askName(ctx, deps, ean);
}

async function askWhich(ctx: BotContext, deps: BotDeps, codes: string[]): Promise<void> {
  const keyboard = new InlineKeyboard();
  for (const ean of codes.slice(0, SHOWN)) {
    const found = await find(deps, ean);
    const name = found && ('item' in found ? found.item.name : aliasName(found.alias));
    keyboard.text(name ? cut(name, 40) : ean, `code:${ean}`).row();
  }
  await reply(ctx, 'На фото несколько штрихкодов. Какой нужен?', keyboard);
}

/** Returns the tenant's items with these codes, each once. */
async function itemsOf(deps: BotDeps, codes: string[]): Promise<Photographed[]> {
  const photo: Photographed[] = [];
  for (const code of codes.slice(0, SHOWN)) {
    const found = await find(deps, code);
    if (!found || !('item' in found) || photo.some(({ item }) => item.id === found.item.id)) continue;
    const item = await foundItem(deps, found.item.id);
    if (item) photo.push({ item, pack: found.pack });
  }
  return photo;
}

/** Answers a photo of a barcode, or the digits under it, with the item. */
export function photosFeature(deps: PhotosDeps): Composer<BotContext> {
  const { log } = deps;
  const composer = new Composer<BotContext>();
  const writeCaption = createCaptions(deps);
  const readBarcodes =
    deps.readBarcodes ??
    (async (bytes: Uint8Array) => (await import('../../barcodes/read-image.ts')).readBarcodesOfImage(bytes));

  async function read(ctx: BotContext, fileId: string, caption = ''): Promise<void> {
    const codes = await readBarcodes(await deps.files.download(ctx.api, fileId));
    const photo = caption ? await itemsOf(deps, codes) : [];
    const isLost = photo.length === 0 && isBareQuantity(caption);
    if (caption && !isLost && (await writeCaption(ctx, caption, photo))) return;
    // A user who wrote a quantity has to learn that it was not saved.
    const lost = isLost ? `${quoted(caption)} не записано` : '';
    const [first] = codes;
    if (!first) return reply(ctx, lost ? `${HOW} ${lost}.` : HOW);
    if (lost) await reply(ctx, `${lost}: такой позиции у вас ещё нет.`);
    return codes.length > 1 ? askWhich(ctx, deps, codes) : answer(ctx, deps, first);
  }

  /**
   * A caption may write to the stock, so its update is acknowledged only after that, and later updates wait. A photo
   * without a caption is only answered, in the background.
   */
  async function look(ctx: BotContext, fileId: string, caption: string | undefined): Promise<void> {
    const said = caption?.trim();
    if (said && !said.startsWith('/')) return read(ctx, fileId, said);
    inBackground(ctx, log, () => read(ctx, fileId));
  }

  composer.on(['message:photo', 'edited_message:photo'], async (ctx, next) => {
    const { photo, caption } = ctx.msg;
    if (ctx.editedMessage && !(caption && (await isFirstCaption(ctx, deps)))) return next();
    const largest = photo.findLast(({ file_size = 0 }) => file_size <= MAX_FILE_BYTES);
    if (!largest) return reply(ctx, 'Фото больше 20 МБ: пришлите поменьше');
    return look(ctx, largest.file_id, caption);
  });
  composer.on('message:document', (ctx, next) => {
    const { mime_type: mime = '', file_id: fileId, file_size: size } = ctx.message.document;
    if (!/^image\/(jpe?g|png)$/i.test(mime)) return next();
    mustFit(size);
    return look(ctx, fileId, ctx.message.caption);
  });
  composer.on('message:text', async (ctx, next) => {
    const text = ctx.message.text.trim();
    const ean = /^\d{8,14}$/.test(text) ? normaliseEan(text) : null;
    return ean ? answer(ctx, deps, ean) : next();
  });
  composer.callbackQuery(/^code:([\w-]{1,40})$/, async (ctx) => {
    await answer(ctx, deps, ctx.match[1] ?? '');
    await acknowledge(ctx);
  });
  return composer;
}
