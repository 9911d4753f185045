import { InlineKeyboard } from 'grammy';
import type { Reason } from '../../../contract/changes.ts';
import type { CountEntryResult } from '../../../contract/counts.endpoints.ts';
import type { Doubt } from '../../../contract/plausibility.ts';
import type { NewChange, PlainResult } from '../../changes/changes.service.ts';
import { insertQuestion, type QuestionRow, replaceOptions } from '../bot.queries.ts';
import { reply, rewrite } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { dataOfStep, moverOf } from '../question-steps.ts';
import { deltaText, quantityText } from '../texts.ts';
import { foundItem } from './cards.ts';
import type { Place } from './needs.ts';

/** A line that was not written because its amount is probably a slip. */
export interface Doubted {
  changeId: string;
  itemId: number;
  amount: number;
  /** True when the amount is the present stock and not a difference. */
  sets: boolean;
  /** An entry of a count that takes the place of its person's earlier ones. */
  replaces?: boolean | undefined;
  doubt: Doubt;
  reason?: Reason | undefined;
  note?: string | undefined;
}

/** Returns the changes that have to be confirmed, by their results in the same order. */
export const doubtedChanges = (changes: readonly NewChange[], results: readonly PlainResult[]): Doubted[] =>
  changes.flatMap(({ id, itemId = 0, delta, set, reason, note }, index) => {
    const doubt = results[index]?.doubt;
    const amount = set ?? delta ?? 0;
    return doubt ? [{ changeId: id, itemId, amount, sets: set !== undefined, doubt, reason, note }] : [];
  });

/** Returns the entries of a count that have to be confirmed, by their results in the same order. */
export const doubtedEntries = (
  wanted: readonly { id: string; itemId: number; quantity: number; replaces?: boolean | undefined }[],
  results: readonly CountEntryResult[],
): Doubted[] =>
  wanted.flatMap(({ id, itemId, quantity, replaces = false }, index) => {
    const doubt = results[index]?.doubt;
    return doubt ? [{ changeId: id, itemId, amount: quantity, sets: true, replaces, doubt }] : [];
  });

/** What is kept of an entry's question is whether it replaces others. */
const optionsOf = ({
  itemId,
  amount,
  sets: isStock,
  replaces: sets = isStock,
  doubt: { instead },
}: Doubted): QuestionRow['options'] =>
  [...(instead ? [instead.amount] : []), amount].map((delta) => ({ itemId, delta, sets, confirmed: true }));

async function keyboardOf(
  deps: BotDeps,
  { id, step }: Pick<QuestionRow, 'id' | 'step'>,
  { itemId, amount, sets, doubt }: Doubted,
): Promise<InlineKeyboard> {
  const unit = (await foundItem(deps, itemId))?.unit ?? '';
  const keyboard = new InlineKeyboard();
  const labels = doubt.instead ? [`Записать ${doubt.instead.label}`] : [];
  labels.push(`Да, ${sets ? quantityText(amount) : deltaText(amount)} ${unit}`);
  for (const [index, label] of labels.entries()) {
    keyboard.text(label, dataOfStep(`answer:${id}:${index}`, step)).row();
  }
  return keyboard.text('Не записывать', `drop:${id}`);
}

/** Asks whether each amount is meant. On a yes it is written under the line's own id. */
export async function askDoubts(ctx: BotContext, deps: BotDeps, all: Doubted[], place?: Place): Promise<void> {
  for (const doubted of all) {
    const { changeId, itemId, sets, doubt, reason, note } = doubted;
    const item = await foundItem(deps, itemId);
    const question = await insertQuestion(deps.db, {
      change_id: changeId,
      user_id: ctx.caller.id,
      name: item?.name ?? '',
      amounts: [],
      options: optionsOf(doubted),
      reason: reason ?? null,
      note: note ?? null,
      sets: sets && !place,
      count_id: place?.countId ?? null,
      area_id: place?.areaId ?? null,
    });
    if (question.answered_at) continue;
    await reply(ctx, doubt.question, await keyboardOf(deps, { id: question.id, step: 0 }, doubted));
  }
}

/** Asks the same question again with the new amount, when the answer itself has to be confirmed. */
export async function askAgain(
  ctx: BotContext,
  deps: BotDeps,
  question: QuestionRow,
  doubted: Omit<Doubted, 'changeId'>,
): Promise<void> {
  const asked = { ...doubted, changeId: question.change_id };
  const step = await replaceOptions(deps.db, question.id, optionsOf(asked), moverOf(ctx, deps));
  const say = ctx.callbackQuery ? rewrite : reply;
  await say(ctx, doubted.doubt.question, await keyboardOf(deps, { id: question.id, step }, asked));
}
