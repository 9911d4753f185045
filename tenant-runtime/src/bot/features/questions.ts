import { Conflict } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import { type Unit, units } from '../../../contract/items.ts';
import type { FoundItem } from '../../items/find-item.ts';
import { toDelta } from '../amounts.ts';
import { deleteQuestionsBefore, findQuestion, insertQuestion, markAnswered, type QuestionRow } from '../bot.queries.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import type { Option, Outcome } from '../resolve.ts';
import { acknowledge, reply, rewrite } from '../telegram.ts';
import { amountRefusalText, cut, deltaText, echoText, quoted } from '../texts.ts';
import { undoButtons } from './undo.ts';

const SHOWN = 8;
const EXPIRES_MS = 24 * 3600_000;
const KEPT_MS = 7 * EXPIRES_MS;
const MAX_NAME = 200;

type Open = Extract<Outcome, { kind: 'ask' | 'unknown' }>;

/** The article tells items of one name apart; the amount is on the button where it differs or is still to be confirmed. */
function labelOf({ item, delta }: Option, all: Option[]): string {
  const sameName = all.filter((other) => other.item.name === item.name).length > 1;
  const name = cut(item.name, 36) + (sameName && item.article ? ` (${item.article})` : '');
  return `${name} ${deltaText(delta)} ${item.unit}`;
}

function textOf({ kind, name, options }: Open, hidden: number, mayAdd: boolean): string {
  const subject = quoted(name);
  if (kind === 'unknown') {
    const near = options.length > 0 ? ' Похожие:' : '';
    return `${subject} — такой позиции нет, ничего не записано.${near || (mayAdd ? '' : ' Добавить её может администратор.')}`;
  }
  const more = hidden > 0 ? ` Показаны не все: можно написать название точнее.` : '';
  return options.length === 1 ? `${subject} — записать так?` : `${subject} — что именно?${more}`;
}

/** Asks with buttons; nothing is changed until one is pressed, and the question outlives a restart. */
export async function ask(ctx: BotContext, { db, clock }: BotDeps, open: Open, changeId: string): Promise<void> {
  const shown = open.options.slice(0, SHOWN);
  const mayAdd = open.kind === 'unknown' && isAdmin(ctx) && open.name.length <= MAX_NAME;
  const text = textOf(open, open.options.length - shown.length, mayAdd);
  if (shown.length === 0 && !mayAdd) return reply(ctx, text);
  const question = await insertQuestion(db, {
    change_id: changeId,
    user_id: ctx.caller.id,
    name: open.name,
    amounts: open.amounts,
    options: shown.map(({ item, delta }) => ({ itemId: item.id, delta })),
  });
  if (question.answered_at) return;
  const keyboard = new InlineKeyboard();
  for (const [index, option] of shown.entries()) {
    keyboard.text(labelOf(option, shown), `answer:${question.id}:${index}`).row();
  }
  if (mayAdd) keyboard.text(`Добавить ${quoted(open.name, 36)}`, `add:${question.id}`).row();
  keyboard.text('Не записывать', `drop:${question.id}`);
  await reply(ctx, text, keyboard);
  await deleteQuestionsBefore(db, new Date(clock().getTime() - KEPT_MS));
}

export function questionsFeature({ db, changes, items, names, clock }: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  /** The question while it may still be answered by this person; else says why not. */
  async function openQuestion(ctx: BotContext, id: number): Promise<QuestionRow | undefined> {
    const question = await findQuestion(db, id);
    const tooOld = !question || clock().getTime() - question.created_at.getTime() > EXPIRES_MS;
    if (!tooOld && !question.answered_at && question.user_id === ctx.caller.id) return question;
    const why = tooOld
      ? 'Вопрос устарел. Напишите ещё раз'
      : question.answered_at
        ? 'Уже отвечено'
        : 'Это не ваш вопрос';
    await acknowledge(ctx, why);
    return undefined;
  }

  async function applyTo(ctx: BotContext, question: QuestionRow, itemId: number, delta: number): Promise<void> {
    const [result] = await changes.apply([{ id: question.change_id, itemId, delta, source: 'bot' }], ctx.caller);
    if (!result?.change) throw new Conflict('not_applied', result?.error ?? 'Не записано');
    await markAnswered(db, question.id, clock());
    await rewrite(ctx, echoText(result.change), undoButtons([result.change], ctx.update.update_id, 1));
    await acknowledge(ctx);
  }

  /** The new item, or the one of this name that the same press has made before. */
  async function create(ctx: BotContext, name: string, unit: Unit): Promise<FoundItem | undefined> {
    try {
      await items.create({ name, unit }, ctx.caller);
    } catch (error) {
      if (!(error instanceof Conflict) || error.code !== 'item_exists') throw error;
    }
    return (await names.current()).named(name)[0];
  }

  composer.callbackQuery(/^answer:(\d{1,9}):(\d)$/, async (ctx) => {
    const question = await openQuestion(ctx, Number(ctx.match[1]));
    const option = question?.options[Number(ctx.match[2])];
    if (question && option) await applyTo(ctx, question, option.itemId, option.delta);
  });

  composer.callbackQuery(/^drop:(\d{1,9})$/, async (ctx) => {
    const question = await openQuestion(ctx, Number(ctx.match[1]));
    if (!question) return;
    await markAnswered(db, question.id, clock());
    await rewrite(ctx, `${quoted(question.name)} — не записано.`);
    await acknowledge(ctx);
  });

  composer.callbackQuery(/^add:(\d{1,9})$/, async (ctx) => {
    const question = await openQuestion(ctx, Number(ctx.match[1]));
    if (!question) return;
    const keyboard = new InlineKeyboard();
    for (const [index, unit] of units.entries()) keyboard.text(unit, `unit:${question.id}:${index}`);
    keyboard.row().text('Не записывать', `drop:${question.id}`);
    await rewrite(ctx, `Новая позиция ${quoted(question.name)}. В чём её считать?`, keyboard);
    await acknowledge(ctx);
  });

  composer.callbackQuery(/^unit:(\d{1,9}):(\d)$/, async (ctx) => {
    const question = await openQuestion(ctx, Number(ctx.match[1]));
    const unit = units[Number(ctx.match[2])];
    if (!question || !unit) return;
    if (!isAdmin(ctx)) return acknowledge(ctx, 'Добавить позицию может только администратор');
    const converted = toDelta(question.amounts, { unit, volumeMl: null });
    if ('refusal' in converted) return acknowledge(ctx, amountRefusalText(converted, { name: question.name, unit }));
    const item = await create(ctx, question.name, unit);
    const delta = item && toDelta(question.amounts, item);
    if (!delta) throw new Conflict('not_created', 'Позицию добавить не получилось. Добавьте её в панели');
    if ('refusal' in delta) return acknowledge(ctx, amountRefusalText(delta, item));
    return applyTo(ctx, question, item.id, delta.delta);
  });
  return composer;
}
