import { NotFound } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import { normaliseEan } from '../../../contract/ean.ts';
import { MAX_NAME } from '../../../contract/items.ts';
import type { LookedUp } from '../../lookup/lookup.service.ts';
import { inBackground } from '../background.ts';
import { insertQuestion } from '../bot.queries.ts';
import { aliasName } from '../catalogue.ts';
import { changeIdOf } from '../change-id.ts';
import { type BotContext, type BotDeps, mayAddItems } from '../context.ts';
import { download, type FilesAt, MAX_FILE_BYTES, mustFit } from '../files.ts';
import { acknowledge, reply } from '../telegram.ts';
import { cut, quoted } from '../texts.ts';
import { askName, showItem } from './cards.ts';

const SHOWN = 8;

const HOW = 'Штрихкод не читается. Снимите его целиком и ближе, прямо и без блика, или напишите цифры под ним.';

interface PhotosDeps extends BotDeps, FilesAt {
  /** The barcodes in a photo; loaded when the first one comes. */
  readBarcodes?: ((bytes: Uint8Array) => Promise<string[]>) | undefined;
}

/** A photo of a barcode, or the digits under it, is answered with the item. */
export function photosFeature(deps: PhotosDeps): Composer<BotContext> {
  const { db, lookup, log, tenantId } = deps;
  const composer = new Composer<BotContext>();
  const readBarcodes =
    deps.readBarcodes ??
    (async (bytes: Uint8Array) => (await import('../../barcodes/read-image.ts')).readBarcodesOfImage(bytes));

  async function find(ean: string): Promise<LookedUp | undefined> {
    try {
      return await lookup.find(ean);
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  /** The catalogue's name is offered; nothing is added until the unit is chosen. */
  async function offer(ctx: BotContext, ean: string, name: string): Promise<void> {
    if (!(await mayAddItems(ctx, deps))) {
      return reply(ctx, `${quoted(name)} — такой позиции у вас нет. Добавить её может администратор.`);
    }
    const question = await insertQuestion(db, {
      change_id: changeIdOf(tenantId, ctx.update.update_id, 0),
      user_id: ctx.caller.id,
      name,
      amounts: [],
      options: [],
      ean,
    });
    const keyboard = new InlineKeyboard().text('Добавить', `add:${question.id}`).text('Не надо', `drop:${question.id}`);
    return reply(ctx, `Такой позиции у вас нет. В каталоге это ${quoted(name, MAX_NAME)}.`, keyboard);
  }

  async function answer(ctx: BotContext, ean: string): Promise<void> {
    const found = await find(ean);
    if (found && 'item' in found) return showItem(ctx, deps, found.item.id, found.pack);
    const name = found && aliasName(found.alias);
    if (name) return offer(ctx, ean, name);
    if (await mayAddItems(ctx, deps)) return askName(ctx, deps, ean);
    return reply(ctx, `Штрихкода ${ean} нет ни у вас, ни в каталоге. Добавить позицию может администратор.`);
  }

  async function askWhich(ctx: BotContext, codes: string[]): Promise<void> {
    const keyboard = new InlineKeyboard();
    for (const ean of codes.slice(0, SHOWN)) {
      const found = await find(ean);
      const name = found && ('item' in found ? found.item.name : aliasName(found.alias));
      keyboard.text(name ? cut(name, 40) : ean, `code:${ean}`).row();
    }
    await reply(ctx, 'На фото несколько штрихкодов. Какой нужен?', keyboard);
  }

  async function read(ctx: BotContext, fileId: string): Promise<void> {
    const codes = await readBarcodes(await download(ctx, deps, fileId));
    const [first] = codes;
    if (!first) return reply(ctx, HOW);
    return codes.length > 1 ? askWhich(ctx, codes) : answer(ctx, first);
  }

  composer.on('message:photo', (ctx) => {
    const largest = ctx.message.photo.findLast(({ file_size = 0 }) => file_size <= MAX_FILE_BYTES);
    if (!largest) return reply(ctx, 'Фото больше 20 МБ: пришлите поменьше');
    inBackground(ctx, log, () => read(ctx, largest.file_id));
  });
  composer.on('message:document', (ctx, next) => {
    const { mime_type: mime = '', file_id: fileId, file_size: size } = ctx.message.document;
    if (!/^image\/(jpe?g|png)$/i.test(mime)) return next();
    mustFit(size);
    inBackground(ctx, log, () => read(ctx, fileId));
  });
  composer.on('message:text', async (ctx, next) => {
    const text = ctx.message.text.trim();
    const ean = /^\d{8,14}$/.test(text) ? normaliseEan(text) : null;
    return ean ? answer(ctx, ean) : next();
  });
  composer.callbackQuery(/^code:([\w-]{1,40})$/, async (ctx) => {
    await answer(ctx, ctx.match[1] ?? '');
    await acknowledge(ctx);
  });
  return composer;
}
