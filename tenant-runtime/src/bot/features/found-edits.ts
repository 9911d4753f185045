import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { FoundItem } from '../../items/find-item.ts';
import { closeQuestions } from '../bot.queries.ts';
import { captionOutcomes } from '../captions.ts';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { type Numbered, outcomesOf, type Reading } from '../lines.ts';
import { keepMessage, type MessageRow } from '../messages.queries.ts';
import { refusalLines } from '../resolve.ts';
import { quoted } from '../texts.ts';
import { foundItem } from './cards.ts';
import { askDoubts } from './doubts.ts';
import { countOf, inCount, namesIn, writeEntries } from './entries.ts';
import { askAll } from './questions.ts';

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
 * Corrects an edited message of a count: takes its entries back and enters the new ones. Each step is done once,
 * however often the edit is delivered.
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

  const before = rows.filter(({ update_id }) => update_id !== updateId).flatMap(({ change_ids }) => change_ids);
  await closeQuestions(db, before, clock());
  let taken = 0;
  for (const id of before) {
    try {
      await counts.takeBack(countId, id, ctx.caller);
      taken += 1;
    } catch (error) {
      // A line that was asked about or refused has no entry.
      if (!(error instanceof NotFound)) throw error;
    }
  }
  const wanted = numbered.flatMap(({ outcome, changeId }) =>
    outcome.kind === 'apply'
      ? [{ id: changeId, itemId: outcome.item.id, quantity: outcome.delta, replaces: outcome.sets }]
      : [],
  );
  const refused = numbered.flatMap(({ outcome }) => refusalLines(outcome));
  const place = { countId, areaId: first.area_id };
  const written = await writeEntries(ctx, deps, place, wanted, { refused, lines: numbered.length });
  const head = taken === 0 ? [] : [wanted.length > 0 ? 'Исправлено.' : 'Прежние записи отменены.'];
  const outcomeText = [...head, ...(written.text ? [written.text] : [])].join('\n');
  if (outcomeText) await reply(ctx, outcomeText, written.keyboard);
  await askDoubts(ctx, deps, written.doubted, place);
  await askAll(ctx, deps, numbered, place);
}
