import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import { type CreateItem, type Unit, units } from '../../../contract/items.ts';
import type { FoundItem } from '../../items/find-item.ts';
import { toDelta } from '../amounts.ts';
import { askNeedOf, markAnswered, type QuestionRow } from '../bot.queries.ts';
import { aliasFacts } from '../catalogue.ts';
import { acknowledge, rewrite } from '../chat.ts';
import { type BotContext, type BotDeps, mayAddItems } from '../context.ts';
import { amountRefusalText, quoted } from '../texts.ts';
import { attachToNamed } from './attaching.ts';
import { showItem } from './cards.ts';
import { needQuestion } from './needs.ts';
import { answerWith, openQuestion } from './questions.ts';

export function unitButtons(questionId: number): InlineKeyboard {
  const keyboard = new InlineKeyboard();
  for (const [index, unit] of units.entries()) keyboard.text(unit, `unit:${questionId}:${index}`);
  return keyboard.row().text('Не записывать', `drop:${questionId}`);
}

export const unitQuestion = (name: string): string => `Новая позиция ${quoted(name)}. В чём её считать?`;

/** Adds new items from the chat: from an unknown name in a line, or from a barcode in a photo. */
export function addingFeature(deps: BotDeps): Composer<BotContext> {
  const { db, items, names, lookup, clock } = deps;
  const composer = new Composer<BotContext>();

  /** Returns the catalogue's facts about the code, which are asked for once; a code unknown there is proposed to it. */
  async function knownOf(ean: string): Promise<Partial<CreateItem>> {
    const found = await lookup.find(ean, { hurried: false }).catch((error) => {
      if (error instanceof NotFound) return undefined;
      throw error;
    });
    return found && 'alias' in found ? aliasFacts(found.alias) : { propose: true };
  }

  /** Creates the item. If an item of this name exists already, it gets the barcode instead. */
  async function create(ctx: BotContext, question: QuestionRow, unit: Unit): Promise<FoundItem | undefined> {
    const { name, ean } = question;
    try {
      const known = ean ? { ean, ...(await knownOf(ean)) } : {};
      await items.create({ name, unit, ...known }, ctx.caller);
    } catch (error) {
      if (!(error instanceof Conflict) || !['item_exists', 'ean_taken'].includes(error.code)) throw error;
      return attachToNamed(ctx, deps, question);
    }
    return (await names.current()).named(name)[0];
  }

  composer.callbackQuery(/^add:(\d{1,9})$/, async (ctx) => {
    const question = await openQuestion(ctx, deps, Number(ctx.match[1]));
    if (!question) return;
    await rewrite(ctx, unitQuestion(question.name), unitButtons(question.id));
    await acknowledge(ctx);
  });

  composer.callbackQuery(/^unit:(\d{1,9}):(\d)$/, async (ctx) => {
    const question = await openQuestion(ctx, deps, Number(ctx.match[1]));
    const unit = units[Number(ctx.match[2])];
    if (!question || !unit) return;
    if (!(await mayAddItems(ctx, deps))) return acknowledge(ctx, 'Добавить позицию может только администратор');
    const counted = question.amounts.length > 0;
    const converted = counted && toDelta(question.amounts, { unit, volumeMl: null });
    if (converted && 'refusal' in converted && converted.refusal !== 'volume' && converted.refusal !== 'pack') {
      return acknowledge(ctx, amountRefusalText(converted, { name: question.name, unit }));
    }
    const item = await create(ctx, question, unit);
    if (!item) throw new Conflict('not_created', 'Позицию добавить не получилось. Добавьте её в панели');
    if (!counted) {
      await markAnswered(db, question.id, clock());
      await rewrite(ctx, `Добавлено: ${item.name}, ${item.unit}.`);
      await acknowledge(ctx);
      return showItem(ctx, deps, item.id);
    }
    const delta = toDelta(question.amounts, item);
    if (!('refusal' in delta)) return answerWith(ctx, deps, question, { itemId: item.id, delta: delta.delta });
    const { refusal } = delta;
    if (refusal !== 'volume' && refusal !== 'pack') return acknowledge(ctx, amountRefusalText(delta, item));
    await askNeedOf(db, question.id, item.id, refusal);
    const written = question.amounts.map(({ text }) => text).join(' ');
    await rewrite(ctx, ...needQuestion(refusal, item.name, question.id, written));
    return acknowledge(ctx, `Добавлено: ${item.name}, ${item.unit}`);
  });
  return composer;
}
