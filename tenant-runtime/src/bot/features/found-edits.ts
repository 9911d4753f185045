import type { TakenEntry } from '../../../contract/counts.endpoints.ts';
import type { FoundItem } from '../../items/find-item.ts';
import { closeQuestions, selectMadeEntries, selectQuestions } from '../bot.queries.ts';
import { captionOutcomes } from '../captions.ts';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { planEntries } from '../entry-corrections.ts';
import { type Numbered, outcomesOf, type Reading } from '../lines.ts';
import { keepMessage, type MessageRow } from '../messages.queries.ts';
import { refusalLines } from '../resolve.ts';
import { quoted } from '../texts.ts';
import { foundItem } from './cards.ts';
import { askDoubts } from './doubts.ts';
import { countOf, inCount, namesIn, takenText, writeEntries } from './entries.ts';
import { askAll } from './questions.ts';

const goneText = (entry: TakenEntry): string => `Отменено: ${takenText(entry)}`;

/** Reads the text of an edited message. `item` is the item of the card that it answers, or of its own photo. */
export function rereadLines(
  ctx: BotContext,
  text: string,
  reading: Omit<Reading, 'item'>,
  item: FoundItem | undefined,
): Promise<Numbered[]> {
  if (ctx.editedMessage?.caption === undefined) return outcomesOf(text, { ...reading, item });
  return captionOutcomes(text, { ...reading, photo: item ? [{ item, pack: 1 }] : [] });
}

/**
 * Corrects an edited message of a count: takes back the entries that it no longer holds and enters the new ones, as of the
 * time at which it was first written. Each step is done once, however often the edit is delivered.
 */
export async function correctEntries(
  ctx: BotContext,
  deps: BotDeps,
  { first, rows, text }: { first: MessageRow & { count_id: number }; rows: MessageRow[]; text: string },
): Promise<void> {
  const { db, counts, tenantId, clock } = deps;
  const updateId = ctx.update.update_id;
  const { count_id: countId } = first;
  const count = await countOf(ctx, deps, countId);
  if (count?.status !== 'open') {
    return reply(ctx, `Подсчёт ${quoted(count?.title ?? '')} закрыт: исправить его запись уже нельзя.`);
  }
  const item = first.item_id === null ? undefined : await foundItem(deps, first.item_id);
  const reading = { ...inCount, names: await namesIn(deps, count), tenantId, updateId };
  const numbered = await rereadLines(ctx, text, reading, item);
  await keepMessage(db, {
    ...first,
    update_id: updateId,
    change_ids: numbered.map(({ changeId }) => changeId),
    created_at: clock(),
  });

  const own = rows.findIndex(({ update_id }) => update_id === updateId);
  const earlier = own < 0 ? rows : rows.slice(0, own);
  const before = earlier.flatMap(({ change_ids }) => change_ids);
  const made = await selectMadeEntries(db, countId, before);
  const questions = await selectQuestions(db, before);
  const plan = planEntries({ rows: earlier, begunAt: rows[own]?.created_at, made, questions, numbered });
  const { lines } = plan;
  await closeQuestions(db, before, clock());
  const taken: TakenEntry[] = [];
  for (const id of plan.taken) taken.push(await counts.takeBack(countId, id, ctx.caller));
  const wanted = lines.flatMap(({ outcome, changeId }) =>
    outcome.kind === 'apply'
      ? [{ id: changeId, itemId: outcome.item.id, quantity: outcome.delta, replaces: outcome.sets }]
      : [],
  );
  const place = { countId, areaId: first.area_id };
  const written = await writeEntries(ctx, deps, place, wanted, {
    refused: [...lines.flatMap(({ outcome }) => refusalLines(outcome)), ...plan.refused],
    lines: numbered.length,
    at: [first.created_at, ...made.map(({ at }) => at)].reduce((a, b) => (b < a ? b : a)),
  });
  const gone = plan.kept.length === 0 ? 'Прежние записи отменены.' : taken.map(goneText).join('\n');
  const head = taken.length === 0 ? [] : [wanted.length > 0 ? 'Исправлено.' : gone];
  const said = [...head, ...(written.text ? [written.text] : [])].join('\n');
  const outcomeText = said || (lines.length > 0 ? '' : 'Исправление ничего не меняет: записано то же.');
  if (outcomeText) await reply(ctx, outcomeText, written.keyboard);
  await askDoubts(ctx, deps, written.doubted, place);
  await askAll(ctx, deps, lines, place);
}
