import type { FoundItem, Names } from '../items/find-item.ts';
import { type Amount, toDelta } from './amounts.ts';
import type { Line, Reading } from './grammar.ts';
import { amountRefusalText, refusalText } from './texts.ts';

export interface Option {
  item: FoundItem;
  delta: number;
}

/** What a line comes to among the venue's items. Only `apply` changes anything; the others are asked or told. */
export type Outcome =
  | ({ kind: 'apply'; amounts: Amount[] } & Option)
  | { kind: 'ask'; name: string; amounts: Amount[]; options: Option[] }
  | { kind: 'unknown'; name: string; amounts: Amount[]; options: Option[] }
  | { kind: 'refused'; text: string };

const fitting = (items: FoundItem[], amounts: Amount[]): Option[] =>
  items.flatMap((item) => {
    const converted = toDelta(amounts, item);
    return 'delta' in converted ? [{ item, delta: converted.delta }] : [];
  });

function chosen(item: FoundItem, amounts: Amount[]): Outcome {
  const converted = toDelta(amounts, item);
  if ('refusal' in converted) return { kind: 'refused', text: amountRefusalText(converted, item) };
  return { kind: 'apply', item, delta: converted.delta, amounts };
}

/** Asked among those that the amounts fit; when they fit none, the first says why. */
function asked({ name, amounts }: Reading, items: FoundItem[]): Outcome {
  const options = fitting(items, amounts);
  const [first] = items;
  if (options.length === 0 && first) return chosen(first, amounts);
  return { kind: 'ask', name, amounts, options };
}

const withoutQuantity = (line: Line): Outcome => ({
  kind: 'refused',
  text: refusalText({ kind: 'refused', reason: 'no-quantity', name: line.text, wrong: '', text: line.text, exact: [] }),
});

/** Names of items that hold signed quantities themselves, as «Вода +5». */
function byWholeNames(line: Line, readings: Reading[], names: Names): Outcome | undefined {
  const named = readings.flatMap((reading) => names.named(reading.name).map((item) => ({ item, reading })));
  const counted = named.filter(({ reading }) => reading.amounts.length > 0);
  const [first] = counted;
  if (!first) return named.length > 0 ? withoutQuantity(line) : undefined;
  if (named.length === 1) return chosen(first.item, first.reading.amounts);
  const options = counted.flatMap(({ item, reading }) => fitting([item], reading.amounts));
  return options.length > 0
    ? { kind: 'ask', name: first.reading.name, amounts: first.reading.amounts, options }
    : chosen(first.item, first.reading.amounts);
}

function byName(reading: Reading, names: Names, sure: boolean): Outcome {
  const found = names.find(reading.name);
  if (found.kind === 'one') return sure ? chosen(found.item, reading.amounts) : asked(reading, [found.item]);
  if (found.kind === 'several') return asked(reading, found.items);
  return { kind: 'unknown', ...reading, options: fitting(found.nearest, reading.amounts) };
}

/** «Абсолют-0,5» counts only when nothing is called so and «Абсолют» is a whole name; «Балтика-7» is a name. */
function byGluedName(line: Line, main: Reading, names: Names): Outcome {
  const whole = names.find(line.text);
  if (whole.kind === 'several' || (whole.kind === 'one' && whole.how !== 'spelling')) return withoutQuantity(line);
  const part = names.find(main.name);
  return byName(main, names, part.kind === 'one' && part.how === 'exact');
}

export function resolve(line: Line, names: Names): Outcome {
  const sure = line.kind === 'refused' || line.certainty === 'plain';
  const longer = line.kind === 'change' && !sure ? line.main.amounts.length : Number.POSITIVE_INFINITY;
  const whole = byWholeNames(
    line,
    line.exact.filter(({ amounts }) => amounts.length < longer),
    names,
  );
  if (whole) return whole;
  if (line.kind === 'refused') return { kind: 'refused', text: refusalText(line) };
  return line.certainty === 'glued' ? byGluedName(line, line.main, names) : byName(line.main, names, sure);
}
