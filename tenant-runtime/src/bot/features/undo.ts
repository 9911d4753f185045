import { Composer, InlineKeyboard } from 'grammy';
import type { Change } from '../../../contract/changes.ts';
import { findLastOwn, findUndo, rememberUndo, selectApplied } from '../bot.queries.ts';
import { changeIdOf } from '../change-id.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { acknowledge, reply, rewrite } from '../telegram.ts';
import { cut, deltaText, echoText, plural } from '../texts.ts';

/** More lines than this get one button for all of them. */
const MAX_BUTTONS = 10;

/** «Отменить» under an echo; for several lines one for each and one for all. The message's update names them all again. */
export function undoButtons(changes: Change[], updateId: number, lines: number): InlineKeyboard {
  const keyboard = new InlineKeyboard();
  const [first] = changes;
  if (first && changes.length === 1) return keyboard.text('Отменить', `undo:${first.id}`);
  if (changes.length <= MAX_BUTTONS) {
    for (const { id, item, delta } of changes) {
      keyboard.text(`Отменить: ${cut(item.name, 30)} ${deltaText(delta)}`, `undo:${id}`).row();
    }
  }
  return keyboard.text('Отменить всё', `undoall:${updateId}:${lines}`);
}

/** The message's buttons without the one that has been used; «всё» goes with the last but one. */
function otherButtons(ctx: BotContext, used: string): InlineKeyboard | undefined {
  const rows = ctx.callbackQuery?.message?.reply_markup?.inline_keyboard ?? [];
  const left = rows
    .map((row) => row.filter((button) => !('callback_data' in button) || button.callback_data !== used))
    .filter((row) => row.length > 0);
  const single = left.flat().filter((button) => 'callback_data' in button && button.callback_data.startsWith('undo:'));
  const kept = single.length > 1 ? left : left.filter((row) => single.some((button) => row.includes(button)));
  return kept.length > 0 ? new InlineKeyboard(kept) : undefined;
}

const textOf = (ctx: BotContext): string => ctx.callbackQuery?.message?.text ?? '';

export function undoFeature({ db, changes, tenantId }: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  composer.command('undo', async (ctx) => {
    const updateId = ctx.update.update_id;
    const last = (await findUndo(db, updateId)) ?? (await findLastOwn(db, ctx.caller.id));
    if (!last) return reply(ctx, 'Отменять нечего: ваших изменений нет');
    const reverse = await changes.undo(await rememberUndo(db, updateId, last), ctx.caller, 'bot');
    return reply(ctx, `Отменено. ${echoText(reverse)}`);
  });

  composer.callbackQuery(/^undo:([0-9a-f-]{36})$/, async (ctx) => {
    const id = ctx.match[1] ?? '';
    const [before] = await selectApplied(db, [id]);
    const reverse = await changes.undo(id, ctx.caller, 'bot');
    const text = `Отменено: ${echoText(reverse)}`;
    if (!textOf(ctx).includes(text)) await rewrite(ctx, `${textOf(ctx)}\n${text}`, otherButtons(ctx, `undo:${id}`));
    await acknowledge(ctx, before?.undone ? 'Уже отменено' : 'Отменено');
  });

  composer.callbackQuery(/^undoall:(\d+):(\d{1,4})$/, async (ctx) => {
    const count = Math.min(Number(ctx.match[2]), 1000);
    const ids = Array.from({ length: count }, (_, line) => changeIdOf(tenantId, Number(ctx.match[1]), line));
    const left = (await selectApplied(db, ids)).filter(({ undone }) => !undone);
    await Promise.all(left.map(({ id }) => changes.undo(id, ctx.caller, 'bot')));
    if (left.length > 0) {
      await rewrite(ctx, `${textOf(ctx)}\nОтменено: ${plural(left.length, 'изменение', 'изменения', 'изменений')}.`);
    }
    await acknowledge(ctx, left.length > 0 ? 'Отменено' : 'Уже отменено');
  });
  return composer;
}
