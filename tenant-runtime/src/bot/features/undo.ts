import { UUID } from '@ostatok/kit/contract/uuid.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import type { Change } from '../../../contract/changes.endpoints.ts';
import { seenBy } from '../blind.ts';
import {
  findAskedLast,
  findLastOwn,
  findMoved,
  findUndo,
  markAnswered,
  type QuestionRow,
  rememberUndo,
  selectApplied,
  selectOwn,
  type UndoTarget,
} from '../bot.queries.ts';
import { changeIdOf } from '../change-id.ts';
import { acknowledge, append, reply, rewrite } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { countedSinceNote } from '../counted-since.ts';
import { deleteReply, type ReplyRow, selectFollowed } from '../messages.queries.ts';
import { moverOf } from '../question-steps.ts';
import { counted, cut, deltaText, type Echoed, echoText, quoted } from '../texts.ts';
import { repliedTo } from './cards.ts';
import { takenText } from './entries.ts';
import { forgetTaughtBy } from './taught.ts';

/** The most lines that get a button each; more lines share one button. */
const MAX_BUTTONS = 10;
const PAGE = 10;
/** The most changes that one /undo takes back. */
const MAX_UNDONE = 20;
/** Milliseconds after a question within which «отмена» is an answer to it. */
const DECLINES_MS = 3600_000;

/** The message's update and the number of its lines, which «Отменить всё» refers to. */
interface UndoneMessage {
  updateId: number;
  lines: number;
}

/** Returns the «Отменить» buttons under an echo: for several lines, one for each and one for all. */
export function undoButtons(
  changes: Change[],
  shown: (change: Change) => Echoed,
  { updateId, lines }: UndoneMessage,
): InlineKeyboard {
  const keyboard = new InlineKeyboard();
  const [first] = changes;
  if (first && changes.length === 1) return keyboard.text('Отменить', `undo:${first.id}`);
  if (changes.length <= MAX_BUTTONS) {
    for (const change of changes) keyboard.text(undoLabel(shown(change)), `undo:${change.id}`).row();
  }
  return keyboard.text('Отменить всё', `undoall:${updateId}:${lines}`);
}

/** Returns «Отменить: Джемесон +0,7», without the difference where it is hidden. */
export const undoLabel = ({ item, delta }: Echoed): string =>
  `Отменить: ${cut(item.name, 30)}${delta === null ? '' : ` ${deltaText(delta)}`}`;

/** Adds «‹ Новее» and «Старее ›», each with its page number. */
export function turnButtons(keyboard: InlineKeyboard, name: string, page: number, more: boolean): InlineKeyboard {
  keyboard.row();
  if (page > 0) keyboard.text('‹ Новее', `${name}:${page - 1}`);
  if (more) keyboard.text('Старее ›', `${name}:${page + 1}`);
  return keyboard;
}

/** Returns the message's buttons without the used ones. «всё» is removed together with the last but one. */
function otherButtons(ctx: BotContext, used: string[]): InlineKeyboard | undefined {
  const rows = ctx.callbackQuery?.message?.reply_markup?.inline_keyboard ?? [];
  const left = rows
    .map((row) => row.filter((button) => !('callback_data' in button) || !used.includes(button.callback_data)))
    .filter((row) => row.length > 0);
  const datas = left.flat().flatMap((button) => ('callback_data' in button ? button.callback_data : []));
  const single = datas.filter((data) => data.startsWith('undo:'));
  // A page of a list keeps its paging buttons whatever is undone; a long message has «всё» alone.
  const kept =
    single.length !== 1 || !datas.some((data) => data.startsWith('undoall:'))
      ? left
      : left.filter((row) => row.some((button) => 'callback_data' in button && single.includes(button.callback_data)));
  return kept.length > 0 ? new InlineKeyboard(kept) : undefined;
}

/** Writes the reverse of a change and forgets the name that the change taught. */
async function takeBackChange(deps: BotDeps, id: string, ctx: BotContext): Promise<Change> {
  const reverse = await deps.changes.undo(id, ctx.caller, 'bot');
  await forgetTaughtBy(deps, id, reverse.item.id);
  return reverse;
}

/** What a refusal says of a change that stays; any other failure is thrown on. */
function notUndone(error: unknown): string {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return `Не отменено: ${error.message}`;
}

/** What was taken back, as it is told; of an entry whose count was closed meanwhile, that it stays. */
async function takeBack(
  deps: BotDeps,
  { id, countId }: UndoTarget,
  ctx: BotContext,
  shown: (change: Change) => Echoed,
): Promise<string> {
  try {
    if (countId === null) {
      const reverse = await takeBackChange(deps, id, ctx);
      return `Отменено. ${echoText(shown(reverse))}${await countedSinceNote(deps, [id], [reverse], shown)}`;
    }
    const entry = await deps.counts.takeBack(countId, id, ctx.caller);
    await forgetTaughtBy(deps, id, entry.item.id);
    return `Отменена запись в подсчёте: ${takenText(entry)}`;
  } catch (error) {
    return notUndone(error);
  }
}

export function undoFeature(deps: BotDeps): Composer<BotContext> {
  const { db, channel, tenantId, venue, clock } = deps;
  const composer = new Composer<BotContext>();
  const time = new Intl.DateTimeFormat('ru-RU', { timeZone: venue.timezone, hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat('ru-RU', { timeZone: venue.timezone, day: '2-digit', month: '2-digit' });

  /** Formats a time as «21:40», or as «24.11, 21:40» on another day. */
  function momentText(at: Date): string {
    const date = day.format(at);
    return date === day.format(clock()) ? time.format(at) : `${date}, ${time.format(at)}`;
  }

  /** Returns a button for each of the caller's own changes that may still be undone. */
  async function ownButtons(ctx: BotContext, page: number): Promise<InlineKeyboard | undefined> {
    const own = await selectOwn(db, ctx.caller.id, page * PAGE, PAGE);
    if (own.length === 0 && page === 0) return undefined;
    const seen = await seenBy(ctx, deps);
    const keyboard = new InlineKeyboard();
    for (const { id, item_id, name, delta, unit, at, method } of own.slice(0, PAGE)) {
      // The difference that a new quantity has made reveals the stock before it.
      const amount = method !== 'delta' && seen.isHidden(item_id) ? '' : ` ${deltaText(Number(delta))} ${unit}`;
      keyboard.text(`${momentText(at)} ${cut(name, 36)}${amount}`, `undo:${id}`).row();
    }
    return turnButtons(keyboard, 'mine', page, own.length > PAGE);
  }

  async function undoLast(ctx: BotContext, asked: string): Promise<void> {
    if (asked !== '' && !/^[1-9]\d?$/.test(asked)) return reply(ctx, 'Напишите, сколько последних отменить: /undo 3');
    const update = { channel, update_id: ctx.update.update_id };
    const known = await findUndo(db, update);
    const last = known ?? (await findLastOwn(db, ctx.caller.id, Math.min(Number(asked || 1), MAX_UNDONE)));
    if (last.length === 0) return reply(ctx, 'Отменять нечего: ваших изменений нет');
    const targets = await rememberUndo(db, update, last);
    const seen = await seenBy(ctx, deps);
    const lines: string[] = [];
    for (const target of targets) lines.push(await takeBack(deps, target, ctx, seen.change));
    const others = await ownButtons(ctx, 0);
    const more = others ? '\n\nОтменить ещё:' : '';
    return reply(ctx, `${lines.join('\n')}${seen.note()}${more}`, others);
  }

  /** Returns the question that the message declines, also when it is delivered again. */
  async function declinedQuestion(ctx: BotContext): Promise<QuestionRow | undefined> {
    const moved = await findMoved(db, ctx.caller.id, moverOf(ctx, deps));
    if (moved || !ctx.chat) return moved;
    const since = new Date(clock().getTime() - DECLINES_MS);
    return findAskedLast(db, ctx.caller.id, { channel, chat_id: ctx.chat.id, since });
  }

  /**
   * Returns the bot's questions for a name that the message comes right after, whatever it answers; a card is no question.
   */
  async function followedQuestions(ctx: BotContext): Promise<ReplyRow[]> {
    if (!ctx.chat) return [];
    const at = { channel, chat_id: ctx.chat.id, update_id: ctx.update.update_id };
    const followed = await selectFollowed(db, at);
    return followed.filter(
      ({ item_id, created_at, followed_at }) =>
        item_id === null && followed_at.getTime() - created_at.getTime() <= DECLINES_MS,
    );
  }

  /** Ends these questions and tells what is not written; delivered again, the message must undo nothing either. */
  async function endQuestions(ctx: BotContext, asked: ReplyRow[]): Promise<void> {
    await rememberUndo(db, { channel, update_id: ctx.update.update_id }, []);
    for (const question of asked) await deleteReply(db, question);
    const quantities = asked.flatMap(({ quantity }) => (quantity === null ? [] : quoted(quantity)));
    await reply(ctx, quantities.length > 0 ? `${quantities.join(', ')} — не записано.` : 'Хорошо, ничего не записано.');
  }

  /** Takes «отмена» for an answer to what the bot has asked; returns false where there is no such question. */
  async function decline(ctx: BotContext): Promise<boolean> {
    const update = { channel, update_id: ctx.update.update_id };
    const known = await findUndo(db, update);
    if (known && known.length > 0) return false;
    const answered = await repliedTo(ctx, deps);
    if (known || answered) {
      await endQuestions(ctx, answered ? [answered] : []);
      return true;
    }
    const followed = await followedQuestions(ctx);
    const nameless = followed.filter(({ quantity }) => quantity !== null);
    const question = nameless.length > 0 ? undefined : await declinedQuestion(ctx);
    if (!question) {
      // those for the name of a quantity, or else for that of a code
      const ended = nameless.length > 0 ? nameless : followed;
      if (ended.length > 0) await endQuestions(ctx, ended);
      return ended.length > 0;
    }
    await markAnswered(db, question.id, clock(), moverOf(ctx, deps));
    await reply(ctx, `${quoted(question.name)} — не записано.`);
    return true;
  }

  composer.command('undo', (ctx) => undoLast(ctx, ctx.match.trim()));
  composer.hears(/^(?:отмена|отмени(?:ть)?|отменяй)(?: последн\p{L}+)?(?: (\d+))?[.! ]*$/iu, async (ctx) => {
    const asked = ctx.match[1];
    if (asked !== undefined || !(await decline(ctx))) await undoLast(ctx, asked ?? '');
  });

  composer.callbackQuery(/^mine:(\d{1,6})$/, async (ctx) => {
    const keyboard = await ownButtons(ctx, Number(ctx.match[1]));
    await rewrite(ctx, keyboard ? 'Ваши изменения, отменить:' : 'Отменять нечего: ваших изменений нет', keyboard);
    await acknowledge(ctx);
  });

  composer.callbackQuery(new RegExp(`^undo:(${UUID})$`), async (ctx) => {
    const id = ctx.match[1] ?? '';
    const [before] = await selectApplied(db, [id]);
    const reverse = await takeBackChange(deps, id, ctx);
    const seen = await seenBy(ctx, deps);
    const note = before?.undone ? '' : await countedSinceNote(deps, [id], [reverse], seen.change);
    await append(ctx, `Отменено: ${echoText(seen.change(reverse))}${note}`, otherButtons(ctx, [`undo:${id}`]));
    await acknowledge(ctx, before?.undone ? 'Уже отменено' : 'Отменено');
  });

  composer.callbackQuery(/^undoall:(-?\d+):(\d{1,4})$/, async (ctx) => {
    const count = Math.min(Number(ctx.match[2]), 1000);
    const ids = Array.from({ length: count }, (_, line) => changeIdOf(tenantId, Number(ctx.match[1]), line));
    const left = (await selectApplied(db, ids)).filter(({ undone }) => !undone);
    const undone: string[] = [];
    const reverses: Change[] = [];
    const refused: string[] = [];
    // the newest first: an older quantity cannot be undone while a newer one states the stock
    for (const { id } of left.toReversed()) {
      try {
        reverses.push(await takeBackChange(deps, id, ctx));
        undone.push(id);
      } catch (error) {
        refused.push(notUndone(error));
      }
    }
    const lines: string[] = [];
    if (undone.length > 0) {
      const { change: shown } = await seenBy(ctx, deps);
      const note = await countedSinceNote(deps, undone, reverses, shown);
      lines.push(`Отменено: ${counted(undone.length, 'изменение', 'изменения', 'изменений')}.${note}`);
    }
    lines.push(...refused);
    const used = undone.map((id) => `undo:${id}`);
    if (lines.length > 0) await append(ctx, lines.join('\n'), refused.length > 0 ? otherButtons(ctx, used) : undefined);
    await acknowledge(ctx, left.length === 0 ? 'Уже отменено' : undone.length > 0 ? 'Отменено' : 'Не отменено');
  });
  return composer;
}
