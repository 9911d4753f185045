import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { type Method as Entry, isGivenByUser, type Reason, type Source } from '../../contract/changes.ts';
import { MAX_QUANTITY } from '../../contract/items.ts';
import { oneLine } from '../../contract/one-line.ts';
import { type Doubt, doubtOf, type StatedAmount } from '../../contract/plausibility.ts';
import type { Actor } from '../items/actor.ts';
import { fromThousandths, toNumeric, toThousandths } from '../items/exact.ts';
import { stockFacts } from '../items/stock-facts.ts';
import type { ChangeColumns, Method } from '../tables.ts';
import type { StockRow } from './changes.queries.ts';
import { doubtOfLate, type LaterChanges, refusalOfUndo, type Statement, shiftOf } from './late-changes.ts';
import { quantityByWeight } from './weight.ts';

/** One change as a client, the bot or an import requests it; its schema has already been checked. */
export interface NewChange {
  id: string;
  itemId?: number | undefined;
  ean?: string | undefined;
  /** Exactly one of `delta`, `set` and `grossWeightG` is given. */
  delta?: number | undefined;
  set?: number | undefined;
  grossWeightG?: number | undefined;
  /** The grams of what stands on the weighed bottle; `grossWeightG` includes them. */
  presetTareG?: number | undefined;
  at?: Date | undefined;
  source: Source;
  /** The means by which a user gave the quantity, other than weighing; defaults to `typed`. */
  method?: 'typed' | 'scanned' | undefined;
  reason?: Reason | undefined;
  /** The count whose closing makes the change. */
  count?: number | undefined;
  note?: string | undefined;
  /** The change that this one reverses. */
  undoes?: string | undefined;
  /** Whether a user has confirmed the amount although it looks like a slip. */
  confirmed?: boolean | undefined;
}

/** Tells whether the actor is counting the item blindly at present. */
export type IsHidden = (itemId: number, actor: Actor) => boolean;

/** What the database knows, its rows locked; planning carries it forward change by change. */
export interface Stock {
  items: Map<number, StockRow>;
  idsByEan: Map<string, number>;
  /** Logged changes by their id; `reversed` has them by the id that they undo. */
  known: Map<string, ChangeColumns>;
  reversed: Map<string, ChangeColumns>;
  /** The largest quantity or difference in an item's log, by item; it is read where an amount looks too large. */
  pastMost: Map<number, number>;
  /** For each late statement of a quantity, what was logged for its item after that time. */
  later: Map<string, LaterChanges>;
  /** Those of them about which somebody was asked whether they are to be written in spite of that. */
  asked: ReadonlySet<string>;
  /** For each change that is being undone, what states its item's stock since. */
  statedSince: Map<string, Statement>;
  isHidden: IsHidden;
}

export type Planned =
  | { status: 'applied' | 'duplicate'; change: ChangeColumns; itemId: number }
  /** `isLate` says that the doubt is about what was logged later. */
  | { status: 'rejected'; error: string; doubt?: Doubt; isLate?: boolean };

const MAX_THOUSANDTHS = MAX_QUANTITY * 1000;
/**
 * A blind counter would learn the stock from a refusal of the sum, so their limit is lower and applies only to the
 * amount they gave.
 */
const MAX_BLIND_THOUSANDTHS = 10_000_000;
const OLDEST_MS = 400 * 24 * 3600_000;

const rejected = (error: string): Planned => ({ status: 'rejected', error });

function itemOf(change: NewChange, { items, idsByEan }: Stock): StockRow | undefined {
  return items.get(change.itemId ?? idsByEan.get(normaliseEan(change.ean ?? '') ?? '') ?? 0);
}

function givenBy(change: NewChange): { method: Method; given: number } {
  if (change.delta !== undefined) return { method: 'delta', given: change.delta };
  if (change.set !== undefined) return { method: 'set', given: change.set };
  return { method: 'weight', given: change.grossWeightG ?? 0 };
}

const otherRecorded = (): Planned => rejected('Изменение с таким номером уже записано, и оно другое');

/** Handles a repeated id: the same change is harmless, and another change under the same id is the sender's mistake. */
function repeated(change: NewChange, logged: ChangeColumns, item: StockRow | undefined): Planned {
  const { method, given } = givenBy(change);
  const sameItem = change.itemId === undefined ? !item || item.id === logged.item_id : change.itemId === logged.item_id;
  const sameTare = toThousandths(change.presetTareG ?? 0) === toThousandths(logged.preset_tare_g ?? 0);
  if (sameItem && sameTare && method === logged.method && toThousandths(given) === toThousandths(logged.given)) {
    return { status: 'duplicate', change: logged, itemId: logged.item_id };
  }
  return otherRecorded();
}

/**
 * Tells whether the actor may not learn if a repeated change is the logged one. The log shows a blind counter the ids of
 * all changes, so they could try amounts under an id until the right one counts as a duplicate.
 */
const hidesRepeat = (change: NewChange, logged: ChangeColumns, actor: Actor, isHidden: IsHidden): boolean =>
  change.undoes === undefined &&
  (logged.user_id !== actor?.id || logged.undoes !== null) &&
  isHidden(logged.item_id, actor);

interface Amount {
  method: Method;
  given: number;
  presetTareG: number | undefined;
  /** Thousandths by which others have changed the stock since; set only for a new quantity. */
  shift: number;
  blind: boolean;
}

function afterOf(item: StockRow, amount: Amount): { thousandths: number } | { error: string } {
  const { method, given, shift, blind } = amount;
  if (method === 'weight') {
    const left = quantityByWeight(item, given, amount.presetTareG);
    return 'error' in left ? left : { thousandths: left.thousandths + shift };
  }
  const thousandths = toThousandths(given) + (method === 'delta' ? toThousandths(item.quantity) : shift);
  if (blind && method === 'delta' && Math.abs(toThousandths(given)) > MAX_BLIND_THOUSANDTHS) {
    return { error: `«${item.name}»: слишком большое количество` };
  }
  return Math.abs(thousandths) <= MAX_THOUSANDTHS
    ? { thousandths }
    : { error: `«${item.name}»: остаток вышел бы за ${MAX_QUANTITY}` };
}

/**
 * Returns the thousandths that others have moved since, for a late statement of the stock. One that contradicts what they
 * recorded is written only when it was confirmed as the stock of now: nothing is added to that.
 */
function shiftFor(change: NewChange, amount: Omit<Amount, 'shift'>, item: StockRow, later?: LaterChanges): number {
  if (amount.method === 'delta' || !later) return 0;
  const shift = shiftOf(later);
  if (!change.confirmed) return shift;
  const after = afterOf(item, { ...amount, shift });
  return later.statement || ('thousandths' in after && after.thousandths < 0) ? 0 : shift;
}

function refusal(change: NewChange, item: StockRow | undefined, now: Date): string | undefined {
  if (!item) {
    if (change.ean === undefined) return 'Такой позиции нет';
    return normaliseEan(change.ean) ? 'Позиции с таким штрихкодом нет' : 'Штрихкод прочитан неверно';
  }
  if (item.deleted_at) return `Позиция «${item.name}» удалена`;
  if (change.at && now.getTime() - change.at.getTime() > OLDEST_MS) return 'Изменение старше 400 дней';
  return undefined;
}

function entryOf({ source, method }: NewChange, given: Method): Entry | null {
  if (!isGivenByUser(source)) return null;
  return given === 'weight' ? 'weighed' : (method ?? 'typed');
}

/** Counts, imports, deliveries and reverses state what was decided elsewhere. */
const isDecidedHere = ({ source, undoes }: NewChange): boolean => undoes === undefined && isGivenByUser(source);

/** Tells whether the amount is checked for slips. */
const isJudged = (change: NewChange): boolean => !change.confirmed && isDecidedHere(change);

/** Returns why the change has to be confirmed first. For a blind counter it reveals nothing of the stock or the log. */
function doubtAbout(
  change: NewChange,
  item: StockRow,
  after: number,
  { pastMost, blind, shift }: { pastMost: number; blind: boolean; shift: number },
): Doubt | undefined {
  if (!isJudged(change)) return undefined;
  const { method, given } = givenBy(change);
  const stated: StatedAmount =
    method === 'weight'
      ? { weighed: fromThousandths(after), onScale: fromThousandths(after - shift) }
      : method === 'set'
        ? { set: given }
        : { delta: given };
  return doubtOf(stockFacts(item, blind), stated, blind ? {} : { pastMost });
}

/** A statement that is older may be older than a count too, whose closing leaves alone what it found as it should be. */
const LATE_MS = 10_000;

/**
 * Tells whether the change states a stock level at a time after which the item may have changed or been counted. A late
 * difference is still true, and a phone that was offline for an evening sends dozens, so those are written without a
 * question.
 */
export const isLate = (change: NewChange, item: StockRow, now: Date): change is NewChange & { at: Date } =>
  change.delta === undefined &&
  change.at !== undefined &&
  (change.at < item.updated_at || now.getTime() - change.at.getTime() > LATE_MS) &&
  isDecidedHere(change);

/** Tells whether the amount looks too large compared with the stock, so that the item's log has to be read too. */
export function looksTooLarge(change: NewChange, item: StockRow): boolean {
  const { method, given } = givenBy(change);
  if (method === 'weight' || !isJudged(change)) return false;
  return (
    doubtOf(stockFacts(item, false), method === 'set' ? { set: given } : { delta: given }, { pastMost: 0 }) !==
    undefined
  );
}

/**
 * Decides one change and updates the stock in memory, so that the next change sees it. Writes nothing to the database.
 */
export function planChange(change: NewChange, actor: Actor, stock: Stock, now: Date): Planned {
  const item = itemOf(change, stock);
  const logged = stock.known.get(change.id);
  if (logged)
    return hidesRepeat(change, logged, actor, stock.isHidden) ? otherRecorded() : repeated(change, logged, item);
  const reverse = change.undoes && stock.reversed.get(change.undoes);
  if (reverse) return { status: 'duplicate', change: reverse, itemId: reverse.item_id };
  const refused = refusal(change, item, now);
  if (refused || !item) return rejected(refused ?? 'Такой позиции нет');
  const { method, given } = givenBy(change);
  const blind = stock.isHidden(item.id, actor);
  const stated = change.undoes === undefined ? undefined : stock.statedSince.get(change.undoes);
  if (stated) return rejected(refusalOfUndo(stockFacts(item, blind), stated));
  const later = stock.later.get(change.id);
  const amount = { method, given, presetTareG: change.presetTareG, blind };
  const shift = shiftFor(change, amount, item, later);
  const after = afterOf(item, { ...amount, shift });
  if ('error' in after) return rejected(after.error);
  // who has confirmed that it is no slip was not asked about what came later
  const isAnswered = change.confirmed && stock.asked.has(change.id);
  const late = isAnswered ? undefined : doubtOfLate(change.set, stockFacts(item, blind), later);
  if (late) return { status: 'rejected', error: late.question, doubt: late, isLate: true };
  const doubt = doubtAbout(change, item, after.thousandths, {
    pastMost: stock.pastMost.get(item.id) ?? 0,
    blind,
    shift,
  });
  if (doubt) return { status: 'rejected', error: doubt.question, doubt };
  const row: ChangeColumns = {
    id: change.id,
    item_id: item.id,
    user_id: actor?.id ?? null,
    delta: toNumeric(after.thousandths - toThousandths(item.quantity)),
    before: item.quantity,
    after: toNumeric(after.thousandths),
    method,
    given: toNumeric(toThousandths(given)),
    preset_tare_g: change.presetTareG ? toNumeric(toThousandths(change.presetTareG)) : null,
    source: change.source,
    entry: entryOf(change, method),
    reason: change.reason ?? null,
    count_id: change.count ?? null,
    note: oneLine(change.note ?? '') || null,
    undoes: change.undoes ?? null,
    at: change.at && change.at < now ? change.at : now,
  };
  const changed_at = item.changed_at && item.changed_at > row.at ? item.changed_at : row.at;
  stock.items.set(item.id, { ...item, quantity: row.after, changed_at });
  stock.known.set(row.id, row);
  if (row.undoes) stock.reversed.set(row.undoes, row);
  return { status: 'applied', change: row, itemId: item.id };
}
