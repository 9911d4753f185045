import { InlineKeyboard } from 'grammy';
import { insertQuestion } from '../bot.queries.ts';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import type { Outcome } from '../resolve.ts';
import { counted, quoted } from '../texts.ts';
import { meanings } from '../unsigned.ts';

/** The most lines that the question repeats; the message itself stands above it. */
const SHOWN = 3;

/** Asks once what the lines without a sign mean, however many there are. */
export async function askListed(
  ctx: BotContext,
  { db }: BotDeps,
  lines: { outcome: Outcome; changeId: string }[],
): Promise<void> {
  const listed = lines.flatMap(({ outcome, changeId }) =>
    outcome.kind === 'refused' && outcome.listed ? [{ text: outcome.listed, changeId }] : [],
  );
  const [first] = listed;
  if (!first) return;
  const question = await insertQuestion(db, {
    change_id: first.changeId,
    user_id: ctx.caller.id,
    name: first.text,
    amounts: [],
    options: [],
    lines: listed.map(({ text }) => text),
  });
  if (question.answered_at) return;
  const keyboard = new InlineKeyboard();
  for (const [meaning, label] of Object.entries(meanings)) keyboard.text(label, `listed:${question.id}:${meaning}`);
  keyboard.row().text('Не записывать', `drop:${question.id}`);
  const shown = listed.slice(0, SHOWN).map(({ text }) => quoted(text, 40));
  const rest = listed.length > SHOWN ? ` и ещё ${listed.length - SHOWN}` : '';
  const count = counted(listed.length, 'строка', 'строки', 'строк');
  await reply(ctx, `${count} без знака: ${shown.join(', ')}${rest}. Что это?`, keyboard);
}
