import type { Unit } from './items.ts';

/** The facts that an amount is compared with. */
export interface StockFacts {
  name: string;
  unit: Unit;
  /** null if the user counts the item blindly, because a question must not reveal the stock. */
  quantity: number | null;
  par: number | null;
  volume_ml: number | null;
}

/**
 * An amount as it was stated, in the item's unit: a difference, the new quantity, the same by weight (of which the
 * bottle `onScale` may be only a part), a bottle weighed in a count, a quantity found in a count, a new item's first
 * quantity, the accounts' expected quantity, or the par.
 */
export type StatedAmount =
  | { delta: number }
  | { set: number }
  | { weighed: number; onScale?: number }
  | { weighedFound: number }
  | { found: number }
  | { first: number }
  | { expected: number }
  | { par: number };

/** Why an amount is probably a slip; it is written only when the user confirms it. */
export interface Doubt {
  /** A Russian sentence that ends with a question. */
  question: string;
  /** The amount that was probably meant, in the same form, and its label: `{amount: 0.7, label: '+700 мл'}`. */
  instead?: { amount: number; label: string };
}

/** Above this an amount is questioned, unless it is near to the item's known quantities. */
const HUGE: Record<Unit, number> = { л: 100, кг: 50, шт: 1000 };
/** Above this an amount is questioned if it is ten times the item's known quantities. */
export const LARGE: Record<Unit, number> = { л: 20, кг: 20, шт: 200 };
/**
 * Above this a loss that the stock does not cover is questioned; sales before their delivery is entered are usually
 * smaller.
 */
const UNCOVERED: Record<Unit, number> = { л: 5, кг: 5, шт: 20 };

const SMALL_UNIT: Record<Unit, string | null> = { л: 'мл', кг: 'г', шт: null };
/** Up to this many litres or kilograms a rest means an empty bottle. */
const EMPTY = 0.02;
const NOT_EMPTY = 0.1;
const LITRE_ML = 1000;

const NBSP = '\u00a0';
const numbers = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 3 });
/** Formats «0,7 л», with a real minus as in Russian typography. */
export const amountText = (value: number, unit: string): string =>
  `${numbers.format(value).replace('-', '−')}${NBSP}${unit}`;
const signedText = (value: number, unit: string): string => (value > 0 ? '+' : '') + amountText(value, unit);

/** Returns what «+700» probably means for an item in litres: 700 ml, if that is a valid quantity. */
function insteadOf(amount: number, unit: Unit, signed: boolean): Doubt['instead'] {
  const small = SMALL_UNIT[unit];
  if (small === null || !Number.isInteger(amount)) return undefined;
  return { amount: amount / 1000, label: (signed ? signedText : amountText)(amount, small) };
}

const withInstead = (question: string, instead: Doubt['instead']): Doubt =>
  instead ? { question: `${question} Может быть, ${instead.label}?`, instead } : { question: `${question} Всё верно?` };

/**
 * `pastMost` is the largest quantity or difference in the item's log. Where it is unknown, on a phone or for a blind
 * counter, only the coarsest slips are questioned: otherwise every delivery of a keg would be.
 */
export interface Judging {
  pastMost?: number;
  /** The former value of the same kind, where the amount is neither a difference nor compared with the stock. */
  former?: number | null | undefined;
  /** Whether the quantity found is all there is of the item; an entry of a count is one of several as a rule. */
  isTotal?: boolean;
}

function tooMuch(item: StockFacts, amount: number, { pastMost }: Judging): boolean {
  const usual = Math.max(Math.abs(item.quantity ?? 0), item.par ?? 0, pastMost ?? 0);
  const size = Math.abs(amount);
  if (size >= HUGE[item.unit] && size > 5 * usual) return true;
  return pastMost !== undefined && usual > 0 && size >= LARGE[item.unit] && size > 10 * usual;
}

const statedAs: Record<string, string> = {
  set: 'стало ',
  found: 'посчитано ',
  first: 'сразу ',
  expected: 'по учёту ',
  par: 'норма ',
};

const thousandths = (value: number): number => Math.round(value * 1000);

/**
 * Tells whether an amount is exactly ten times the known one, or a tenth of it, as a lost or misplaced decimal point makes
 * it. Of two whole numbers neither has a point to lose: ten pieces are simply more than one.
 */
function pointSlip(amount: number, known: number): 'more' | 'less' | undefined {
  const [given, usual] = [thousandths(amount), thousandths(known)];
  if (given <= 0 || usual <= 0 || Math.min(given, usual) % 1000 === 0) return undefined;
  if (given === usual * 10) return 'more';
  return given * 10 === usual ? 'less' : undefined;
}

/** Questions an amount that is exactly ten times what it is compared with, or a tenth of it; that is probably meant. */
function pointDoubt(item: StockFacts, stated: StatedAmount, { former, isTotal }: Judging): Doubt | undefined {
  const [[as, amount] = ['', 0]] = Object.entries(stated);
  const { name, unit, quantity } = item;
  const known = former ?? quantity;
  if (known === null || as === 'first' || (as === 'par' && former == null)) return undefined;
  const isLoss = as === 'delta';
  const slip = pointSlip(isLoss ? -amount : amount, known);
  // A loss or an entry of a count may well be a tenth of the stock.
  if (!slip || (slip === 'less' && (isLoss || (as === 'found' && !isTotal)))) return undefined;
  const [meant, text] = isLoss ? [-known, signedText] : [known, amountText];
  const than = former == null ? `а в остатке ${amountText(known, unit)}` : `а было ${amountText(known, unit)}`;
  const written = `${statedAs[as] ?? ''}${text(amount, unit)}, ${than}`;
  return withInstead(`«${name}»: ${written} — ровно в десять раз ${slip === 'more' ? 'больше' : 'меньше'}.`, {
    amount: meant,
    label: text(meant, unit),
  });
}

/** Questions a weight that shows more than a bottle of the item holds. */
export function overfullDoubt({ name, unit, volume_ml }: StockFacts, onScale: number): Doubt | undefined {
  if (unit !== 'л' || !volume_ml || onScale * LITRE_ML <= volume_ml) return undefined;
  const [shown, full] = [amountText(onScale, unit), amountText(volume_ml / LITRE_ML, unit)];
  return { question: `«${name}»: на весах ${shown}, это больше полной бутылки (${full}). Вес верен?` };
}

/** How many full bottles the stock has beside a weighed one; 0 where none are known. */
export function fullBeside({ unit, quantity, volume_ml }: StockFacts, weighed: number): number {
  const bottle = (volume_ml ?? LITRE_ML) / LITRE_ML;
  const beside = (quantity ?? 0) - weighed;
  return unit === 'л' && beside > bottle * 1.05 ? Math.round(beside / bottle) : 0;
}

function doubtOfWeighed(item: StockFacts, weighed: number): Doubt | undefined {
  const { name, unit, quantity } = item;
  if (quantity === null) return undefined;
  const [now, was] = [amountText(weighed, unit), amountText(quantity, unit)];
  if (fullBeside(item, weighed) > 0) {
    return { question: `«${name}»: на весах одна бутылка, ${now}, а в остатке ${was}. Записать «стало ${now}»?` };
  }
  if (weighed > EMPTY || quantity < NOT_EMPTY) return undefined;
  return { question: `«${name}»: по весу пусто, а было ${was}. Записать «стало ${now}»?` };
}

/** Questions the weight of an empty bottle in a count, whatever the stock is, because empty bottles are not counted. */
function doubtOfFoundWeight({ name, unit }: StockFacts, weighed: number): Doubt | undefined {
  if (weighed > (unit === 'л' ? EMPTY : 0)) return undefined;
  return { question: `«${name}»: по весу пусто. Записать в подсчёт ${amountText(weighed, unit)}?` };
}

/** Tells whether the stock has not got what is lost. Nobody loses so many litres by the way: it is probably millilitres. */
function isUncovered(lost: number, unit: Unit, { quantity, par }: { quantity: number; par: number | null }): boolean {
  const covered = Math.max(quantity, par ?? 0);
  if (unit !== 'шт' && lost >= LARGE[unit] && lost > covered) return true;
  // A stock of zero may never have been entered, so a smaller loss from it is not a sign of a slip.
  return quantity > 0 && lost >= UNCOVERED[unit] && lost > 5 * covered;
}

function doubtOfDelta(item: StockFacts, delta: number, judging: Judging): Doubt | undefined {
  const { name, unit, quantity, par } = item;
  const text = `«${name}»: ${signedText(delta, unit)}`;
  if (tooMuch(item, delta, judging)) {
    const now = quantity === null ? '' : `, а сейчас ${amountText(quantity, unit)}`;
    return withInstead(`${text}${now} — слишком много.`, insteadOf(delta, unit, true));
  }
  if (quantity === null || !isUncovered(-delta, unit, { quantity, par })) return undefined;
  return withInstead(`${text}, а в остатке ${amountText(quantity, unit)}.`, insteadOf(delta, unit, true));
}

/** Returns a question if the amount is probably a slip of the finger or of the unit; undefined if it is plausible. */
export function doubtOf(item: StockFacts, stated: StatedAmount, judging: Judging = {}): Doubt | undefined {
  if ('weighed' in stated) {
    return overfullDoubt(item, stated.onScale ?? stated.weighed) ?? doubtOfWeighed(item, stated.weighed);
  }
  if ('weighedFound' in stated) {
    return overfullDoubt(item, stated.weighedFound) ?? doubtOfFoundWeight(item, stated.weighedFound);
  }
  const slipped = pointDoubt(item, stated, judging);
  if (slipped) return slipped;
  if ('delta' in stated) return doubtOfDelta(item, stated.delta, judging);
  const [[as, amount] = ['', 0]] = Object.entries(stated);
  if (!tooMuch(item, amount, judging)) return undefined;
  const { name, unit, quantity } = item;
  const now = quantity === null || as === 'first' ? '' : `, а в остатке ${amountText(quantity, unit)}`;
  const text = `${statedAs[as] ?? ''}${amountText(amount, unit)}${now}`;
  return withInstead(`«${name}»: ${text} — слишком много.`, insteadOf(amount, unit, false));
}

/** Roubles per unit that hardly anything in a bar exceeds. */
const DEAR: Record<Unit, number> = { л: 150_000, кг: 100_000, шт: 500_000 };
/** A price that becomes so many times higher or lower probably refers to another amount. */
export const PRICE_JUMP = 10;

const unitNames: Record<Unit, string> = { л: 'литр', кг: 'килограмм', шт: 'штуку' };
const roubles = new Intl.NumberFormat('ru-RU', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});
/** Formats «2 100 ₽». */
export const moneyText = (value: number): string => `${roubles.format(value)}${NBSP}₽`;
/** Formats «2 100 ₽ за литр». */
export const priceText = (cost: number, unit: Unit): string => `${moneyText(cost)} за ${unitNames[unit]}`;

/**
 * Returns why a price, in roubles per unit, is probably a slip or refers to another amount; undefined if it is
 * plausible.
 */
export function doubtOfPrice(
  item: { name: string; unit: Unit; cost: number | null },
  cost: number,
): string | undefined {
  const { name, unit, cost: was } = item;
  const text = `«${name}»: ${priceText(cost, unit)}`;
  const jumps = was !== null && was > 0 && (cost >= was * PRICE_JUMP || cost * PRICE_JUMP <= was);
  if (jumps) return `${text}, а было ${moneyText(was)}. Всё верно?`;
  return cost >= DEAR[unit] && !(was !== null && was >= DEAR[unit])
    ? `${text} — слишком дорого. Всё верно?`
    : undefined;
}
