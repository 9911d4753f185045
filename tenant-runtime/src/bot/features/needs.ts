import { InlineKeyboard } from 'grammy';
import { insertQuestion } from '../bot.queries.ts';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import type { Open } from '../plan.ts';
import { dataOfStep } from '../question-steps.ts';
import { quantityText, quoted } from '../texts.ts';

/** The count and its area that the answer becomes an entry of. */
export type Place = { countId: number; areaId: number | null };

const VOLUMES = [0.5, 0.7, 0.75, 1];
const KEGS = [20, 30, 50];
const PACKS = [6, 12, 20, 24];

/**
 * Returns the question about an item with its likely answers: litres of a bottle, or bottles of a case. `step` is that of
 * the question `id`.
 */
export function needQuestion(
  need: 'volume' | 'pack',
  name: string,
  id: number,
  text: string,
  step = 0,
): [string, InlineKeyboard] {
  const keg = /кег/iu.test(text);
  const keyboard = new InlineKeyboard();
  for (const value of need === 'pack' ? PACKS : keg ? KEGS : VOLUMES) {
    keyboard.text(`${quantityText(value)}${need === 'pack' ? '' : ' л'}`, dataOfStep(`need:${id}:${value}`, step));
  }
  keyboard.row().text('Не записывать', `drop:${id}`);
  if (need === 'pack')
    return [`${quoted(name)} — сколько бутылок или штук в ящике? Нажмите или ответьте числом`, keyboard];
  const what = keg ? 'кеге' : 'бутылке';
  return [
    `${quoted(name)} — сколько литров в ${what}? Нажмите или ответьте, например: ${keg ? '30' : '0,7'}`,
    keyboard,
  ];
}

/** Asks for the missing fact; the line is written once it is answered. */
export async function askNeed(
  ctx: BotContext,
  deps: BotDeps,
  open: Extract<Open, { kind: 'need' }>,
  changeId: string,
  place?: Place,
): Promise<void> {
  const { need, item, amounts } = open;
  const question = await insertQuestion(deps.db, {
    change_id: changeId,
    user_id: ctx.caller.id,
    name: item.name,
    amounts,
    options: [{ itemId: item.id, delta: 0 }],
    reason: open.reason ?? null,
    note: open.note ?? null,
    sets: open.sets ?? false,
    need,
    count_id: place?.countId ?? null,
    area_id: place?.areaId ?? null,
  });
  if (question.answered_at) return;
  await reply(ctx, ...needQuestion(need, item.name, question.id, amounts.map(({ text }) => text).join(' ')));
}
