import { Composer } from 'grammy';
import { seenBy } from '../blind.ts';
import { closeQuestions, selectQuestions } from '../bot.queries.ts';
import { changeIdOf } from '../change-id.ts';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { describeCorrection, planCorrection } from '../corrections.ts';
import { countedSinceNote } from '../counted-since.ts';
import { keepMessage, type MessageRow, selectMade, selectMessages } from '../messages.queries.ts';
import type { Plan } from '../plan.ts';
import { underOf } from '../unsigned.ts';
import { foundItem } from './cards.ts';
import { askDoubts, doubtedChanges } from './doubts.ts';
import { correctEntries, rereadLines } from './found-edits.ts';
import { withQuantity } from './missing-names.ts';
import { askAll } from './questions.ts';
import { undoButtons } from './undo.ts';

const CORRECTED_MS = 48 * 3600_000;

const TOO_OLD = 'Исправить можно сообщение не старше двух суток. Напишите изменение новым сообщением.';
const CHANGED_SINCE = 'Сообщение с количеством с тех пор исправлено. Напишите изменение новым сообщением.';
const UNKNOWN = 'Этого сообщения бот не записывал. Пришлите исправленное новым сообщением.';

/** Corrects the changes of an edited message: removed lines are undone, new ones are written. */
export function editsFeature(deps: BotDeps): Composer<BotContext> {
  const { db, channel, changes, names, tenantId, clock } = deps;
  const composer = new Composer<BotContext>();

  async function makePlan(ctx: BotContext, text: string, rows: MessageRow[]): Promise<{ plan: Plan; ids: string[] }> {
    const updateId = ctx.update.update_id;
    const before = rows.flatMap(({ change_ids }) => change_ids);
    const itemId = rows[0]?.item_id;
    const item = itemId ? await foundItem(deps, itemId) : undefined;
    const meaning = rows.findLast(({ unsigned }) => unsigned)?.unsigned;
    const reading = {
      names: await names.current(),
      tenantId,
      updateId,
      unsigned: meaning ? underOf[meaning] : undefined,
    };
    const numbered = await rereadLines(ctx, text, reading, item);
    const plan = planCorrection({
      made: await selectMade(db, before),
      reverses: new Set(rows.flatMap(({ plan: done }) => (done?.writes ?? []).flatMap((w) => (w.undoes ? w.id : [])))),
      questions: await selectQuestions(db, before),
      numbered,
      reverseId: (index) => changeIdOf(tenantId, updateId, -1 - index),
    });
    return { plan, ids: numbered.map(({ changeId }) => changeId) };
  }

  async function correct(ctx: BotContext, plan: Plan, lines: number): Promise<void> {
    // A stored plan has its times as text.
    const writes = plan.writes.map(({ at, ...write }) => ({ ...write, ...(at && { at: new Date(at) }) }));
    const results = writes.length > 0 ? await changes.apply(writes, ctx.caller) : [];
    const written = results.flatMap(({ change }) => change ?? []);
    const seen = await seenBy(ctx, deps);
    const correction = describeCorrection(plan, results, seen.change);
    const doubted = doubtedChanges(plan.writes, results);
    const text =
      correction || (plan.questions.length + doubted.length > 0 ? '' : 'Исправление ничего не меняет: записано то же.');
    const fresh = written.filter(({ undoes }) => undoes === null);
    const buttons =
      fresh.length > 0 ? undoButtons(fresh, seen.change, { updateId: ctx.update.update_id, lines }) : undefined;
    const undone = plan.writes.flatMap(({ undoes }, index) => (undoes && results[index]?.change ? [undoes] : []));
    const note = await countedSinceNote(deps, undone, written, seen.change);
    if (text) await reply(ctx, text + note + seen.note(), buttons);
    await askDoubts(ctx, deps, doubted);
    await askAll(ctx, deps, plan.questions);
  }

  composer.on(['edited_message:text', 'edited_message:caption', 'edited_message:photo'], async (ctx) => {
    // A photo whose caption was removed has an empty text.
    const { text = ctx.editedMessage.caption ?? '', message_id: messageId } = ctx.editedMessage;
    const updateId = ctx.update.update_id;
    const rows = await selectMessages(db, { channel, chat_id: ctx.chat.id, message_id: messageId });
    const known = rows.find(({ update_id }) => update_id === updateId);
    if (known?.plan) return correct(ctx, known.plan, known.change_ids.length);
    const [first] = rows;
    if (!first) return text ? reply(ctx, UNKNOWN) : undefined;
    const now = clock();
    if (now.getTime() - first.created_at.getTime() > CORRECTED_MS) return reply(ctx, TOO_OLD);
    const { count_id } = first;
    const whole = await withQuantity(ctx, deps, text, first);
    if (whole === undefined) return reply(ctx, CHANGED_SINCE);
    if (count_id !== null) return correctEntries(ctx, deps, { first: { ...first, count_id }, rows, text: whole });
    const { plan, ids } = await makePlan(ctx, whole, rows);
    await closeQuestions(
      db,
      rows.flatMap(({ change_ids }) => change_ids),
      now,
    );
    await keepMessage(db, {
      channel,
      update_id: updateId,
      chat_id: ctx.chat.id,
      message_id: messageId,
      item_id: first.item_id,
      count_id: null,
      area_id: null,
      change_ids: ids,
      plan,
      created_at: now,
    });
    await correct(ctx, plan, ids.length);
  });
  // A live location is edited every few seconds, so it gets no answer.
  composer.on('edited_message', () => undefined);
  return composer;
}
