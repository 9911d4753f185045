import type { CountEntryResult } from '../../contract/counts.endpoints.ts';
import { readMark } from '../../contract/read-mark.ts';
import { wholeBottles } from '../../contract/whole-bottles.ts';
import type { ViewRow } from '../items/item-view.ts';
import type { SeenMark } from './entries.queries.ts';

/** The marks that a count has seen: those of the database, and those of the entries before in the same request. */
export type SeenMarks = Map<string, SeenMark>;

const keyOf = (mark: string, round: number): string => `${round}:${mark}`;

export const seenMarks = (seen: readonly SeenMark[]): SeenMarks =>
  new Map(seen.map((one) => [keyOf(one.mark, one.round), one]));

export const storedMark = (text: string | undefined): string | null =>
  text === undefined ? null : (readMark(text)?.mark ?? null);

interface Marked {
  id: string;
  mark: string | null;
  round: number;
  userId: number;
  userName: string;
  at: Date;
}

type Refusal = Required<Pick<CountEntryResult, 'error'>> & Pick<CountEntryResult, 'seen'>;

const timeText = (at: Date, now: Date, timeZone: string): string => {
  const day = (date: Date): string =>
    new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone }).format(date);
  const time = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
  return day(at) === day(now) ? time : `${day(at)}, ${time}`;
};

/**
 * Takes a whole bottle into the marks that are seen. Returns why it is not counted: another entry of its round has the
 * mark, or a mark of this item does not mean a whole bottle.
 */
export function takeMark(
  seen: SeenMarks,
  { id, mark, round, userId, userName, at }: Marked,
  item: ViewRow,
  { now, timezone }: { now: Date; timezone: string },
): Refusal | undefined {
  if (mark === null) return undefined;
  if (wholeBottles(item) === null) {
    return { error: `«${item.name}» считают по остатку: марка не значит целую бутылку. Запишите, сколько там` };
  }
  const before = seen.get(keyOf(mark, round));
  if (before) {
    const error = `Уже посчитана: ${before.userName}, ${timeText(before.at, now, timezone)}`;
    const user = { id: before.userId, name: before.userName };
    return { error, seen: { entryId: before.entryId, user, at: before.at.toISOString() } };
  }
  seen.set(keyOf(mark, round), { entryId: id, mark, round, userId, userName, at });
  return undefined;
}
