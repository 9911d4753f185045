import { isNumber, wordsOf } from '@ostatok/kit/names/words.ts';
import type { Reason } from '../../contract/changes.ts';
import type { FoundItem, Names } from '../items/find-item.ts';
import { doubtfulReadings, otherMeasure, piecesAsBottles } from './amount-readings.ts';
import { type Amount, toDelta, toFound } from './amounts.ts';
import { endsWithQuantity } from './grammar/found-line.ts';
import type { Change, Line, Reading } from './grammar/line.ts';
import { numberedReading } from './grammar/spaced.ts';
import { isMeasuring } from './notes.ts';
import { amountRefusalText, quoted, reasonOfPlusText, refusalText, unknownUnitText } from './texts.ts';

export interface Option {
  item: FoundItem;
  delta: number;
  /** True when `delta` is the present stock; where it is undefined, the outcome's own `sets` applies. */
  sets?: boolean;
}

interface StatedAmounts {
  amounts: Amount[];
  reason?: Reason;
  note?: string;
  /** True when the amount is the present stock and not a difference. */
  sets?: boolean;
  /** The question to ask when the line alone does not give its text. */
  question?: string;
}

/**
 * The outcome of a line for the tenant's items. Only `apply` changes anything; the others lead to a question or a
 * message.
 */
export type Outcome =
  | ({ kind: 'apply' } & StatedAmounts & Option)
  | ({ kind: 'ask'; name: string; options: Option[] } & StatedAmounts)
  | ({ kind: 'unknown'; name: string; options: Option[] } & StatedAmounts)
  /** The item is known, but the volume of its bottle or the size of its case is not. */
  | ({ kind: 'need'; need: 'volume' | 'pack'; item: FoundItem } & StatedAmounts)
  /**
   * Asked about are the `items` that the line names all the same, the text of a `listed` line without a sign, and the
   * name that belongs to a `quantity` without one.
   */
  | { kind: 'refused'; text: string; items?: FoundItem[]; listed?: string; quantity?: string };

/** Tells whether a refused line is told in a question of its own. */
export const isAskedApart = ({ listed, quantity }: Extract<Outcome, { kind: 'refused' }>): boolean =>
  listed !== undefined || quantity !== undefined;

/** Returns what the user is told of a refused line; nothing where a question of its own tells it. */
export const refusalLines = (outcome: Outcome): string[] =>
  outcome.kind === 'refused' && !isAskedApart(outcome) ? [outcome.text] : [];

/** Converts amounts to the item's unit: to a change of stock, or to the quantity found in a count. */
export type Convert = typeof toDelta;

interface Units {
  convert: Convert;
}
interface Venue extends Units {
  names: Names;
}

const fitting = (items: FoundItem[], amounts: Amount[], { convert }: Units): Option[] =>
  items.flatMap((item) => {
    const converted = convert(otherMeasure(amounts, item) ?? amounts, item);
    return 'delta' in converted ? [{ item, delta: converted.delta }] : [];
  });

/** The options that have to be confirmed: each doubtful reading of the amounts that fits the item, once per result. */
function doubted(item: FoundItem, amounts: Amount[], units: Units): Option[] {
  const options = doubtfulReadings(amounts, item).flatMap((reading) => fitting([item], reading, units));
  return options.filter(({ delta }, index) => options.findIndex((other) => other.delta === delta) === index);
}

function chosen(item: FoundItem, amounts: Amount[], units: Units): Outcome {
  const options = doubted(item, amounts, units);
  if (options.length > 0) return { kind: 'ask', name: item.name, amounts, options };
  const bottles = piecesAsBottles(amounts, item);
  if (bottles && item.volumeMl === null) return { kind: 'need', need: 'volume', item, amounts: bottles };
  const converted = units.convert(amounts, item);
  if ('refusal' in converted) {
    const { refusal } = converted;
    if (refusal === 'volume' || refusal === 'pack') return { kind: 'need', need: refusal, item, amounts };
    return { kind: 'refused', text: amountRefusalText(converted, item) };
  }
  return { kind: 'apply', item, delta: converted.delta, amounts };
}

/**
 * Asks which of the items that the amounts fit is meant. If they fit none, the only item is asked about what it lacks,
 * and otherwise the first gives the refusal.
 */
function asked({ name, amounts }: Reading, items: FoundItem[], units: Units): Outcome {
  const options = fitting(items, amounts, units);
  const [first, ...others] = items;
  if (options.length === 0 && first) {
    const only = others.length === 0 ? chosen(first, amounts, units) : undefined;
    if (only?.kind === 'need') return only;
    const converted = units.convert(amounts, first);
    if ('refusal' in converted) return { kind: 'refused', text: amountRefusalText(converted, first) };
  }
  return { kind: 'ask', name, amounts, options };
}

const withoutQuantity = (line: Line): Outcome => ({
  kind: 'refused',
  text: refusalText({ kind: 'refused', reason: 'no-quantity', name: line.text, wrong: '', text: line.text, exact: [] }),
});

/** Tells whether an unknown name includes a quantity: «джемесон 2 абсолют». */
const holdsQuantity = (name: string): boolean => endsWithQuantity(name) || /(?<= )\d+(?:[.,]\d+)?(?= )/u.test(name);

const numberInName = (line: Line): Outcome => ({
  kind: 'refused',
  text: refusalText({ kind: 'refused', reason: 'number-in-name', name: '', wrong: '', text: line.text, exact: [] }),
});

/** Resolves a line through item names that include signed quantities themselves, such as «Вода +5». */
function byWholeNames(line: Line, readings: Reading[], venue: Venue): Outcome | undefined {
  const named = readings.flatMap((reading) => venue.names.named(reading.name).map((item) => ({ item, reading })));
  const counted = named.filter(({ reading }) => reading.amounts.length > 0);
  const [first] = counted;
  if (!first) return named.length > 0 ? withoutQuantity(line) : undefined;
  if (named.length === 1) return chosen(first.item, first.reading.amounts, venue);
  const options = counted.flatMap(({ item, reading }) => fitting([item], reading.amounts, venue));
  return options.length > 0
    ? { kind: 'ask', name: first.reading.name, amounts: first.reading.amounts, options }
    : chosen(first.item, first.reading.amounts, venue);
}

function byName(reading: Reading, venue: Venue, sure: boolean): Outcome {
  const found = venue.names.find(reading.name);
  if (found.kind === 'one')
    return sure && found.sure ? chosen(found.item, reading.amounts, venue) : asked(reading, [found.item], venue);
  if (found.kind === 'several') return asked(reading, found.items, venue);
  return { kind: 'unknown', ...reading, options: fitting(found.nearest, reading.amounts, venue) };
}

/**
 * Resolves «Абсолют-0,5» as a change only if no item has this whole name and «Абсолют» is a whole name; «Балтика-7» is
 * a name.
 */
function byGluedName(line: Line, main: Reading, venue: Venue): Outcome {
  const whole = venue.names.find(line.text);
  if (whole.kind === 'several' || (whole.kind === 'one' && whole.how !== 'spelling')) return withoutQuantity(line);
  const part = venue.names.find(main.name);
  return byName(main, venue, part.kind === 'one' && part.how === 'exact');
}

/**
 * Resolves a line without a sign: «Боржоми 0,5» is a name if an item is called so, and the quantity in «Джемесон 0,7
 * 0,35» is unclear.
 */
function byUnsignedName(line: Line, main: Reading, venue: Venue): Outcome {
  const whole = venue.names.find(line.text);
  const part = venue.names.find(main.name);
  if (part.kind === 'none' && holdsQuantity(main.name)) return numberInName(line);
  if (whole.kind === 'one' && whole.how !== 'spelling') {
    const apart = part.kind === 'one' && part.item.unit !== 'шт' && whole.how !== 'exact';
    return !apart ? withoutQuantity(line) : asked(main, [part.item], venue);
  }
  return byName(main, venue, !(part.kind === 'one' && part.how === 'spelling' && endsWithQuantity(main.name)));
}

function byReading(line: Line & Change, main: Reading, venue: Venue): Outcome {
  if (line.certainty === 'unsigned') return byUnsignedName(line, main, venue);
  return line.certainty === 'glued' ? byGluedName(line, main, venue) : byName(main, venue, line.certainty === 'plain');
}

/** Tells whether the number ends the item's name, as the 3 in «Гавана 3 0,7» does and that in «Сок 3 л» does not. */
export function endsWithNumber({ name }: FoundItem, number: string): boolean {
  const words = wordsOf(name);
  return words.some((word, index) => word === number && words.slice(index + 1).every(isNumber));
}

function optionsOf(outcome: Outcome): Option[] {
  if (outcome.kind === 'apply') return [{ item: outcome.item, delta: outcome.delta }];
  return outcome.kind === 'ask' ? outcome.options : [];
}

/**
 * Resolves «Гавана 3 350 мл» as 350 ml if the 3 ends an item's name. The user is asked where it only stands in the name,
 * as in «Сок 3 л», or where «Гавана» is another item, which may have 3350 ml. So it is with what stands before an arrow.
 */
function byNumberedName(line: Line & Change, venue: Venue): Outcome | undefined {
  const { names } = venue;
  const numbered = numberedReading(line);
  if (!numbered) return undefined;
  const { name, amounts, number } = numbered;
  const found = names.find(name);
  const items = found.kind === 'one' ? [found.item] : found.kind === 'several' ? found.items : [];
  const isWhole = found.kind === 'one' && found.how === 'exact';
  if (!isWhole && !items.some((item) => wordsOf(item.name).includes(number))) return undefined;
  const outcome = byReading(line, numbered, venue);
  const short = names.find(line.main.name);
  const isOther = short.kind === 'one' && items.every(({ id }) => id !== short.item.id);
  if (!isOther && (isWhole || items.every((item) => endsWithNumber(item, number)))) return outcome;
  const all = [outcome, byReading(line, line.main, venue)].flatMap(optionsOf);
  const options = all.filter(
    ({ item, delta }, index) => all.findIndex((one) => one.item.id === item.id && one.delta === delta) === index,
  );
  const question = `${quoted(line.text)} — что записать?`;
  return options.length > 0 ? { kind: 'ask', name, amounts, options, question } : outcome;
}

const lastWord = (text: string): string => text.slice(text.lastIndexOf(' ') + 1);

/** Refuses the line. A name that no item has is not repeated in the example. */
function refusedLine(line: Extract<Line, { kind: 'refused' }>, { names }: Venue): Outcome {
  const found = names.find(line.name);
  const unknown = ['no-quantity', 'no-sign'].includes(line.reason) && found.kind === 'none';
  if (line.reason === 'unknown-unit' && found.kind === 'one' && isMeasuring(lastWord(line.wrong)))
    return { kind: 'refused', text: unknownUnitText(line.text, found.item) };
  return { kind: 'refused', text: refusalText(unknown ? { ...line, name: '' } : line) };
}

function outcomeOf(line: Line, venue: Venue): Outcome {
  const sure = line.kind === 'refused' || line.certainty === 'plain';
  const longer = line.kind === 'change' && !sure ? line.main.amounts.length : Number.POSITIVE_INFINITY;
  const whole = byWholeNames(
    line,
    line.exact.filter(({ amounts }) => amounts.length < longer),
    venue,
  );
  if (whole) return whole;
  if (line.kind === 'refused') return refusedLine(line, venue);
  return byNumberedName(line, venue) ?? byReading(line, line.main, venue);
}

/** Adds the reason to the outcome; only a transfer may go with an addition. */
export function because(outcome: Outcome, reason: Reason | undefined, text: string, note?: string): Outcome {
  if (outcome.kind === 'refused') return outcome;
  const noted = note ? { ...outcome, note } : outcome;
  if (!reason) return noted;
  const option = outcome.kind === 'apply' ? outcome : outcome.kind === 'need' ? undefined : outcome.options[0];
  if (reason !== 'transfer' && (option?.delta ?? outcome.amounts[0]?.micros ?? 0) > 0)
    return { kind: 'refused', text: reasonOfPlusText(text, reason) };
  return { ...noted, reason };
}

/** Adds to the outcome what the line tells besides its name and amounts. */
function completed(line: Line & Change, outcome: Outcome): Outcome {
  if (outcome.kind === 'refused') return outcome;
  return because(line.sets ? { ...outcome, sets: true } : outcome, line.because, line.text, line.note);
}

export function resolve(line: Line, names: Names, convert: Convert = toDelta): Outcome {
  const sets = line.kind === 'change' && line.sets;
  const outcome = outcomeOf(line, { names, convert: sets ? toFound : convert });
  return line.kind === 'change' ? completed(line, outcome) : outcome;
}

/** Asks which of the items the line is about, whatever it calls them; the answer teaches no name. */
export function among(line: Line & Change, items: FoundItem[], convert: Convert = toDelta): Outcome {
  const outcome = asked(line.main, items, { convert: line.sets ? toFound : convert });
  const question = `${quoted(line.text)} — ${items.length > 1 ? 'что именно' : 'записать так'}?`;
  return completed(line, outcome.kind === 'ask' ? { ...outcome, question } : outcome);
}

/** Returns the outcome of an amount for an item that is already known. */
export const about = (item: FoundItem, amounts: Amount[], convert: Convert = toDelta): Outcome =>
  chosen(item, amounts, { convert });
