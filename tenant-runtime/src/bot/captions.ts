import type { FoundItem } from '../items/find-item.ts';
import { type Amount, toDelta, toFound } from './amounts.ts';
import { changeIdOf } from './change-id.ts';
import { parseQuantity } from './grammar.ts';
import { everyWay } from './item-and-quantity.ts';
import { type Numbered, outcomesOf, type Reading } from './lines.ts';
import { about, type Convert, type Option, type Outcome } from './resolve.ts';
import { quoted } from './texts.ts';

/** An item whose barcode a photo shows. `pack` is the number of bottles or pieces that the code stands for. */
export interface Photographed {
  item: FoundItem;
  pack: number;
}

type Understood = Exclude<Outcome, { kind: 'refused' }>;
type Applied = Extract<Outcome, { kind: 'apply' }>;

const namesOf = (items: { name: string }[]): string => items.map(({ name }) => quoted(name)).join(', ');

const fitted = (items: FoundItem[], { amounts, sets }: Understood, convert: Convert): Option[] =>
  items.flatMap((item) => {
    const outcome = about(item, amounts, sets ? toFound : convert);
    return outcome.kind === 'apply' ? [{ item, delta: outcome.delta }] : [];
  });

const amountPartsOf = ({ amounts, reason, note, sets }: Understood) => ({
  amounts,
  ...(reason && { reason }),
  ...(note && { note }),
  ...(sets && { sets }),
});

/** Asks about a bare number when the code belongs to a case, since it may mean bottles or cases. */
function bottlesOrCases(outcome: Applied, photo: Photographed[], convert: Convert): Outcome {
  const pack = photo.find(({ item }) => item.id === outcome.item.id)?.pack ?? 1;
  if (pack === 1 || outcome.amounts.some(({ measure }) => measure !== undefined)) return outcome;
  const cases: Amount[] = outcome.amounts.map((amount) => ({ ...amount, measure: 'case' }));
  const asCases = fitted([{ ...outcome.item, packs: [pack] }], { ...outcome, amounts: cases }, convert);
  const options = [{ item: outcome.item, delta: outcome.delta }, ...asCases];
  const question = `На фото штрихкод упаковки, в ней ${pack}. Сколько записать?`;
  return { kind: 'ask', name: outcome.item.name, options, ...amountPartsOf(outcome), question };
}

/** Asks which item is meant when the caption names another one than the photo shows. */
function disagreement(outcome: Understood, photo: Photographed[], convert: Convert): Outcome {
  const shown = photo.map(({ item }) => item);
  const isNew = outcome.kind === 'unknown';
  const named = 'options' in outcome ? outcome.options : fitted([outcome.item], outcome, convert);
  const name = 'name' in outcome ? outcome.name : outcome.item.name;
  const others = named.filter(({ item }) => shown.every(({ id }) => id !== item.id));
  // An amount written without a sign may be an addition, a removal or a stock level for the item in the photo too.
  const isEveryWay = named.some(({ sets }) => sets !== undefined);
  const onPhoto = isEveryWay
    ? shown.flatMap((item) => everyWay(item, outcome.amounts))
    : fitted(shown, outcome, convert);
  const options = [...onPhoto, ...others];
  const what = isNew ? `а ${quoted(name)} — такой позиции нет` : `в подписи ${quoted(name)}`;
  const conflict = `На фото ${namesOf(shown)}, ${what}.`;
  if (options.length === 0)
    return { kind: 'refused', text: `${conflict} Количество не подходит ни к чему, не записано.` };
  return {
    kind: isNew ? 'unknown' : 'ask',
    name,
    options,
    ...amountPartsOf(outcome),
    question: `${conflict} Что записать?`,
  };
}

/** Returns the outcome of one line of a caption, taking the photo's items into account. */
function besidePhoto({ line, outcome }: Numbered, photo: Photographed[], convert: Convert): Outcome {
  if (outcome.kind === 'refused') {
    return { kind: 'refused', text: outcome.text, items: photo.map(({ item }) => item) };
  }
  const isShown = ({ item }: { item: FoundItem }): boolean => photo.some((one) => one.item.id === item.id);
  if (outcome.kind === 'unknown') return disagreement(outcome, photo, convert);
  if (outcome.kind !== 'ask') {
    if (!isShown(outcome)) return disagreement(outcome, photo, convert);
    return outcome.kind === 'apply' ? bottlesOrCases(outcome, photo, convert) : outcome;
  }
  const options = outcome.options.filter(isShown);
  const [option] = options;
  if (!option) return disagreement(outcome, photo, convert);
  // The photo confirms the name, which alone would have led to a question.
  const isPlain = line.kind === 'change' && line.certainty !== 'doubtful';
  if (isPlain && options.length === 1) {
    return bottlesOrCases({ kind: 'apply', ...option, ...amountPartsOf(outcome) }, photo, convert);
  }
  return { ...outcome, options };
}

/** Asks which item is meant by «+1» under a photo of several codes. */
function whichOf(text: string, photo: Photographed[], convert: Convert): Outcome | undefined {
  const given = parseQuantity(text);
  if (!given) return undefined;
  const { amounts, because: reason, note, sets } = given;
  const parts = { amounts, ...(reason && { reason }), ...(note && { note }), ...(sets && { sets }) };
  const shown = photo.map(({ item }) => item);
  const options = fitted(shown, { kind: 'ask', name: '', options: [], ...parts }, convert);
  const question = `На фото ${namesOf(shown)}. К чему относится ${quoted(text.trim())}?`;
  return { kind: 'ask', name: shown.map(({ name }) => name).join(', '), options, ...parts, question };
}

/**
 * Returns a caption's lines with their outcomes. The photo supplies the item for a quantity without a name and decides
 * between several items of one name. If it shows another item than the one named, the user is asked.
 */
export async function captionOutcomes(
  text: string,
  { photo, ...reading }: Omit<Reading, 'item'> & { photo: Photographed[] },
): Promise<Numbered[]> {
  const { convert = toDelta, tenantId, updateId } = reading;
  const [only, ...others] = photo;
  const numbered = await outcomesOf(text, { ...reading, item: others.length === 0 ? only?.item : undefined });
  const [first] = numbered;
  if (!first || !only || numbered.length > 1) return numbered;
  const which = others.length > 0 ? whichOf(text, photo, convert) : undefined;
  const outcome = which ?? besidePhoto(first, photo, convert);
  return [{ line: first.line, outcome, changeId: changeIdOf(tenantId, updateId, 0) }];
}
