import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import type { CountEntryResult } from '../../contract/counts.endpoints.ts';
import type { CountEntryInput } from '../../contract/counts.ts';
import { oneLine } from '../../contract/one-line.ts';
import { type Doubt, doubtOf } from '../../contract/plausibility.ts';
import { quantityByWeight } from '../changes/weight.ts';
import { fromThousandths, toNumeric, toThousandths } from '../items/exact.ts';
import type { ViewRow } from '../items/item-view.ts';
import { stockFacts } from '../items/stock-facts.ts';
import type { CountEntryRow, CountLineRow, CountRow } from '../tables.ts';
import type { EntryColumns } from './entries.queries.ts';
import { type SeenMarks, storedMark, takeMark } from './seen-marks.ts';

/** An entry as it comes from outside, or from the server's own chat. */
export type NewEntry = Omit<CountEntryInput, 'source'> & {
  source: CountEntryInput['source'] | 'bot';
  /** The quantity is all that its person found of the line in this area: it takes the place of their earlier entries. */
  replaces?: boolean | undefined;
};

/** The state of the entries' items in the database; planning updates it entry by entry. */
export interface Counting {
  count: CountRow;
  items: Map<number, ViewRow>;
  idsByEan: Map<string, number>;
  lines: Map<number, Pick<CountLineRow, 'round' | 'recount_at'>>;
  areas: Set<number>;
  /** The items that another open count holds and will change, with that count's title. */
  heldElsewhere: Map<number, string>;
  known: Map<string, EntryColumns | CountEntryRow>;
  seen: SeenMarks;
}

export type PlannedEntry =
  | { status: 'applied'; row: EntryColumns }
  | { status: 'duplicate' }
  | { status: 'rejected'; error: string; doubt?: Doubt; seen?: CountEntryResult['seen'] };

const OLDEST_MS = 400 * 24 * 3600_000;

const rejected = (error: string): PlannedEntry => ({ status: 'rejected', error });

function itemOf({ itemId, ean }: NewEntry, { items, idsByEan }: Counting): ViewRow | undefined {
  return items.get(itemId ?? idsByEan.get(normaliseEan(ean ?? '') ?? '') ?? 0);
}

const otherEntered = (): PlannedEntry => rejected('Запись с таким номером уже есть, и она другая');

/** Handles a repeated id: the same entry is harmless, and another entry under the same id is the sender's mistake. */
export function repeated(
  input: NewEntry,
  known: EntryColumns | CountEntryRow,
  { countId, itemId }: { countId: number; itemId: number | undefined },
): PlannedEntry {
  const sameItem = itemId === undefined || itemId === known.item_id;
  const sameAmount =
    input.grossWeightG === undefined
      ? known.gross_weight_g === null && toThousandths(input.quantity ?? 0) === toThousandths(known.quantity)
      : known.gross_weight_g !== null && Math.abs(input.grossWeightG - Number(known.gross_weight_g)) < 0.051;
  const sameTare = toThousandths(input.presetTareG ?? 0) === toThousandths(known.preset_tare_g ?? 0);
  return sameItem && sameAmount && sameTare && known.count_id === countId ? { status: 'duplicate' } : otherEntered();
}

function refusal(input: NewEntry, item: ViewRow | undefined, counting: Counting, now: Date): string | undefined {
  const { count, lines, areas, heldElsewhere } = counting;
  if (count.status === 'closed')
    return 'Подсчёт уже закрыт: запись в него не вошла. Администратор может открыть его снова, тогда повторите';
  if (count.status === 'cancelled') return 'Подсчёт отменён: запись в него не вошла';
  if (!item) {
    if (input.ean === undefined) return 'Такой позиции нет';
    return normaliseEan(input.ean) ? 'Позиции с таким штрихкодом нет' : 'Штрихкод прочитан неверно';
  }
  if (item.deleted_at) return `Позиция «${item.name}» удалена`;
  if (input.at && now.getTime() - input.at.getTime() > OLDEST_MS) return 'Запись старше 400 дней';
  if (input.areaId != null && !areas.has(input.areaId)) return 'Такой зоны в подсчёте нет';
  if (lines.has(item.id)) return undefined;
  const inScope = count.scope === 'all' || (count.scope === 'categories' && count.categories.includes(item.category));
  if (!inScope) return `«${item.name}» не входит в этот подсчёт`;
  const other = heldElsewhere.get(item.id);
  return other === undefined ? undefined : `«${item.name}» уже считают: «${other}»`;
}

/**
 * Returns the entry's round. An entry from before a recount was requested that arrives late belongs to the previous
 * round.
 */
function roundOf(line: Pick<CountLineRow, 'round' | 'recount_at'> | undefined, at: Date): number {
  if (!line) return 1;
  return line.recount_at && at < line.recount_at ? Math.max(1, line.round - 1) : line.round;
}

function amountOf(input: NewEntry, item: ViewRow): { thousandths: number } | { error: string } {
  if (input.grossWeightG !== undefined) return quantityByWeight(item, input.grossWeightG, input.presetTareG);
  return { thousandths: toThousandths(input.quantity ?? 0) };
}

/** Returns why the entry has to be confirmed. Of a stock that is hidden it tells nothing: the amount is judged by itself. */
function doubtAbout(input: NewEntry, item: ViewRow, blind: boolean, thousandths: number): Doubt | undefined {
  if (input.confirmed) return undefined;
  const amount = fromThousandths(thousandths);
  return doubtOf(
    stockFacts(item, blind),
    input.grossWeightG === undefined ? { found: amount } : { weighedFound: amount },
  );
}

/**
 * Corrects the time of a phone with a wrong clock: an entry is neither later than now nor earlier than the count's
 * opening.
 */
function timeOf(input: NewEntry, { opened_at }: CountRow, now: Date): Date {
  const at = input.at ?? now;
  if (at < opened_at) return opened_at < now ? opened_at : now;
  return at < now ? at : now;
}

export interface Planning {
  userId: number;
  userName: string;
  now: Date;
  /** The tenant's time zone, in which a person is told when a bottle was counted. */
  timezone: string;
  /** Tells whether the person is counting the item blindly, in this count or in another one beside it. */
  isHidden: (itemId: number) => boolean;
}

/** Decides one entry and updates the state in memory. Writes nothing to the database. */
export function planEntry(input: NewEntry, counting: Counting, planning: Planning): PlannedEntry {
  const { userId, userName, now } = planning;
  const item = itemOf(input, counting);
  const known = counting.known.get(input.id);
  if (known) {
    // whoever knows the id of another's entry could try quantities until one counts as repeated
    if (known.user_id !== userId && planning.isHidden(known.item_id)) return otherEntered();
    return repeated(input, known, { countId: counting.count.id, itemId: input.itemId ?? item?.id });
  }
  const refused = refusal(input, item, counting, now);
  if (refused || !item) return rejected(refused ?? 'Такой позиции нет');
  const amount = amountOf(input, item);
  if ('error' in amount) return rejected(amount.error);
  const blind = counting.count.blind || planning.isHidden(item.id);
  const doubt = doubtAbout(input, item, blind, amount.thousandths);
  if (doubt) return { status: 'rejected', error: doubt.question, doubt };
  const at = timeOf(input, counting.count, now);
  const round = roundOf(counting.lines.get(item.id), at);
  const mark = storedMark(input.mark);
  const notTaken = takeMark(counting.seen, { id: input.id, mark, round, userId, userName, at }, item, planning);
  if (notTaken) return { status: 'rejected', ...notTaken };
  const row: EntryColumns = {
    id: input.id,
    count_id: counting.count.id,
    item_id: item.id,
    round,
    area_id: input.areaId ?? null,
    user_id: userId,
    quantity: toNumeric(amount.thousandths),
    gross_weight_g: input.grossWeightG === undefined ? null : input.grossWeightG.toFixed(1),
    preset_tare_g: input.presetTareG ? toNumeric(toThousandths(input.presetTareG)) : null,
    mark,
    entry: input.grossWeightG === undefined ? (input.method ?? 'typed') : 'weighed',
    source: input.source,
    note: oneLine(input.note ?? '') || null,
    at,
  };
  counting.known.set(row.id, row);
  return { status: 'applied', row };
}
