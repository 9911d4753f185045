import { createHash } from 'node:crypto';
import { Forbidden } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import { isTeachable } from '../../items/name-certainty.ts';
import { searchName } from '../../search-name.ts';
import { findQuestion, type QuestionRow, selectQuestions } from '../bot.queries.ts';
import { acknowledge, append, reply, rewrite } from '../chat.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { cut, quoted } from '../texts.ts';

const SHOWN = 30;

/** Telegram limits a button's data to 64 bytes. A longer name, as of a workbook, stands there as a digest. */
const MAX_DATA = 64;
const isIn = (data: string): boolean => Buffer.byteLength(data) <= MAX_DATA;
const digestOf = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 16);
function forgetData(itemId: number, name: string): string {
  const data = `unname:${itemId}:${name}`;
  return isIn(data) ? data : `unlong:${itemId}:${digestOf(name)}`;
}

/**
 * Tells whether an answer about this name should be taught: the tenant has no certain item for it, and no other item
 * has the name.
 */
export async function isNewName({ names }: BotDeps, name: string): Promise<boolean> {
  if (!isTeachable(name)) return false;
  const found = (await names.current()).find(name);
  return found.kind === 'none' || (found.kind === 'one' && !found.sure);
}

/** Teaches the name that the question was about, and returns the text to add to the answer. */
export async function teach(
  { items }: BotDeps,
  question: QuestionRow,
  item: { id: number; name: string },
): Promise<string> {
  if (!question.teaches || searchName(question.name) === searchName(item.name)) return '';
  if (!(await items.teach(item.id, question.name))) return '';
  return `\nЗапомнено: ${quoted(question.name)} — это ${item.name}.`;
}

/** Removes the taught name when the user undoes the answer that taught it. */
export async function forgetTaughtBy({ db, items }: BotDeps, changeId: string, itemId: number): Promise<void> {
  const taught = (await selectQuestions(db, [changeId])).find(({ teaches }) => teaches);
  if (taught) await items.forget(itemId, taught.name);
}

/** Lists the names that users have taught, for administrators to see and remove. */
export function taughtFeature(deps: BotDeps): Composer<BotContext> {
  const { db, items } = deps;
  const composer = new Composer<BotContext>();

  async function screen(): Promise<[string, InlineKeyboard]> {
    const taught = await items.taught();
    const keyboard = new InlineKeyboard();
    const shown = taught.slice(0, SHOWN);
    if (shown.length === 0)
      return ['Своих названий пока нет. Бот запоминает их, когда вы отвечаете на его вопрос.', keyboard];
    for (const { itemId, name } of shown) {
      keyboard.text(`Забыть: ${cut(name, 40)}`, forgetData(itemId, name)).row();
    }
    const lines = shown.map(({ name, item }) => `${cut(name, 60)} — ${cut(item, 60)}`);
    if (taught.length > SHOWN) lines.push(`…и ещё ${taught.length - SHOWN}`);
    return [['Свои названия:', ...lines].join('\n'), keyboard];
  }

  composer.command('names', async (ctx) => {
    if (!isAdmin(ctx)) throw new Forbidden('forbidden', 'Свои названия видит только администратор');
    await reply(ctx, ...(await screen()));
  });
  composer.callbackQuery(/^un(name|long):(\d{1,9}):(.+)$/u, async (ctx) => {
    if (!isAdmin(ctx)) throw new Forbidden('forbidden', 'Это может только администратор');
    const [, of, id, given = ''] = ctx.match;
    const isMeant = (name: string): boolean => (of === 'long' ? digestOf(name) === given : name === given);
    for (const { itemId, name } of await items.taught())
      if (itemId === Number(id) && isMeant(name)) await items.forget(itemId, name);
    await rewrite(ctx, ...(await screen()));
    await acknowledge(ctx, 'Забыто');
  });
  /** Handles «Забыть» pressed by the user who has just taught the name. */
  composer.callbackQuery(/^forget:(\d{1,9}):(\d{1,9})$/, async (ctx) => {
    const question = await findQuestion(db, Number(ctx.match[1]));
    if (question?.user_id !== ctx.caller.id && !isAdmin(ctx)) return acknowledge(ctx, 'Это не ваш вопрос');
    if (question) await items.forget(Number(ctx.match[2]), question.name);
    if (question) await append(ctx, `Забыто: ${quoted(question.name)}.`);
    await acknowledge(ctx, 'Забыто');
  });
  return composer;
}
