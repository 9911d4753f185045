import type { CountDetails } from '../../../contract/counts.endpoints.ts';
import type { Names } from '../../items/find-item.ts';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { counterOf } from '../counter-of.ts';
import { leaveCount } from '../counters.queries.ts';
import { keepMessage } from '../messages.queries.ts';
import { refusalLines } from '../resolve.ts';
import { quoted } from '../texts.ts';
import { askDoubts } from './doubts.ts';
import { countOf, namesIn, writeEntries } from './entries.ts';
import type { Place } from './needs.ts';
import { askAll } from './questions.ts';
import type { SaidLines } from './stock-lines.ts';

/** The count and area in which a user counts, with the names that their lines are matched against. */
interface Counting {
  place: Place;
  count: CountDetails | undefined;
  names: Names;
}

/** Returns the count that this update's lines are entries of; undefined while the user takes part in none. */
export async function countingOf(ctx: BotContext, deps: BotDeps): Promise<Counting | undefined> {
  const { counter, takenFor } = await counterOf(ctx, deps);
  const countId = takenFor ?? counter?.count_id;
  if (countId === undefined) return undefined;
  const areaId = counter?.count_id === countId ? counter.area_id : null;
  const count = await countOf(ctx, deps, countId);
  return { place: { countId, areaId }, count, names: await namesIn(deps, count) };
}

/**
 * Takes the user out of a closed count, if they are in that one. Their message may mean an entry or a change, so it is not
 * written and they are asked to repeat it.
 */
async function leaveClosed(ctx: BotContext, { db }: BotDeps, { place, count }: Counting): Promise<void> {
  const left = await leaveCount(db, ctx.caller.id, place.countId);
  const what = count?.title ? `Подсчёт ${quoted(count.title)} закрыт` : 'Подсчёт закрыт';
  const gone = left > 0 ? ', вы из него вышли' : '';
  await reply(ctx, `${what}${gone}. Сообщение не записано: если это приход или расход, пришлите его ещё раз.`);
}

/** Enters the quantities found into the count, and asks about the unclear lines. `at` is when an answer's were found. */
export async function enterLines(
  ctx: BotContext,
  deps: BotDeps,
  counting: Counting,
  { chatId, messageId, itemId, numbered, at }: SaidLines & { at?: Date },
): Promise<void> {
  const { place, count } = counting;
  await keepMessage(deps.db, {
    channel: deps.channel,
    update_id: ctx.update.update_id,
    chat_id: chatId,
    message_id: messageId,
    item_id: itemId,
    count_id: place.countId,
    area_id: place.areaId,
    change_ids: numbered.map(({ changeId }) => changeId),
    created_at: deps.clock(),
  });
  if (count?.status !== 'open') return leaveClosed(ctx, deps, counting);
  const wanted = numbered.flatMap(({ outcome, changeId }) =>
    outcome.kind === 'apply'
      ? [{ id: changeId, itemId: outcome.item.id, quantity: outcome.delta, replaces: outcome.sets }]
      : [],
  );
  const refused = numbered.flatMap(({ outcome }) => refusalLines(outcome));
  const written = await writeEntries(ctx, deps, place, wanted, { refused, lines: numbered.length, at });
  if (written.text) await reply(ctx, written.text, written.keyboard);
  await askDoubts(ctx, deps, written.doubted, place);
  await askAll(ctx, deps, numbered, place);
}
