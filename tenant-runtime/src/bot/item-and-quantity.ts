import type { Reason } from '../../contract/changes.ts';
import type { FoundItem, Names } from '../items/find-item.ts';
import { type Amount, toFound } from './amounts.ts';
import type { Line } from './grammar/line.ts';
import { type LooseQuantity, looseQuantities } from './grammar/loose-quantity.ts';
import { isLevelWord } from './grammar/stock-level.ts';
import { directionOf, withSign } from './grammar/verbs.ts';
import { type Named, namedIn, tellingOf } from './named-in.ts';
import { isNotYet } from './notes.ts';
import { about, type Convert, endsWithNumber, type Option, type Outcome } from './resolve.ts';
import { quoted } from './texts.ts';

/** The longest line that is read; a longer one holds more than one item and its quantity. */
const LONGEST = 80;
/** Buttons of one question; where no way is told, each item comes in every one. */
const MOST_OPTIONS = 8;
/** More words of which none is known are no item's name. */
const LONGEST_UNKNOWN = 3;

/** The quantity has come (1), has gone (-1), or is in stock. */
type Way = 1 | -1 | 'there';
const everyOne: Way[] = [1, -1, 'there'];

/**
 * Returns the directions that the words imply, and the reason. The list is empty if they imply none, and has several
 * if they contradict each other.
 */
function waysOf({ before, after, later, sign }: LooseQuantity): { ways: Way[]; reason?: Reason | undefined } {
  const words = [...before, ...after, ...later];
  if (words.some(isLevelWord)) return { ways: ['there'] };
  const directions = words.flatMap((word) => directionOf(word) ?? []);
  const signs = new Set([...(sign ? [sign] : []), ...directions.flatMap((one) => one.sign ?? [])]);
  return { ways: [...signs], reason: directions.find(({ because }) => because)?.because };
}

/** Tells whether a text's words imply that its quantity has come, has gone or is in stock. */
export const tellsWay = (text: string): boolean =>
  text.split(' ').some((word) => isLevelWord(word) || directionOf(word) !== undefined);

/** Returns the options for the item's quantity in this direction, including other readings of the amounts. */
function optionsOf(item: FoundItem, amounts: Amount[], way: Way): Option[] {
  const outcome = way === 'there' ? about(item, amounts, toFound) : about(item, withSign(amounts, way));
  if (outcome.kind === 'apply') return [{ item, delta: outcome.delta }];
  return outcome.kind === 'ask' ? outcome.options : [];
}

/** Returns options for every direction, for a quantity whose direction is not stated. */
export const everyWay = (item: FoundItem, amounts: Amount[]): Option[] =>
  everyOne.flatMap((way) => optionsOf(item, amounts, way).map((option) => ({ ...option, sets: way === 'there' })));

export const whichWay = (text: string): string => `${quoted(text)} — прибавить, списать или столько есть?`;

/** Finds a name in the words before and after the quantity together, or on the only side that names an item. */
function nameBeside({ before, after, later }: LooseQuantity, names: Names): Named | undefined {
  const all = namedIn(tellingOf([...before, ...after, ...later]), names);
  if (all !== 'rivals' && all) return all;
  const sides = [before, after].map((side) => namedIn(tellingOf(side), names));
  const [first, second] = sides;
  if (first && second) return undefined;
  const side = first ?? second;
  return side === 'rivals' ? undefined : side;
}

/**
 * Tells whether another number in the line belongs to the name or is the bottle's volume: «Jack Daniels 1л пришло
 * шесть».
 */
function isOfName({ written, sign }: LooseQuantity, { run, items }: Named): boolean {
  const litres = items.map(({ volumeMl }) => (volumeMl ?? 0) / 1000);
  const isVolume = litres.includes(Number(written.replace(/ ?(?:литра?|л)$/iu, '').replace(',', '.')));
  return !sign && (` ${run} `.includes(` ${written} `) || isVolume);
}

interface Read {
  quantity: LooseQuantity;
  amounts: Amount[];
  named: Named;
}

/** Reads the quantity with the item that the words beside it name. */
function readBeside(quantity: LooseQuantity, names: Names): Read[] {
  const { amounts } = quantity;
  const named = amounts && nameBeside(quantity, names);
  const { ways } = waysOf(quantity);
  if (!named || named.items.length * (ways.length === 1 ? 1 : everyOne.length) > MOST_OPTIONS) return [];
  return [{ quantity, amounts, named }];
}

/** Reads the quantity, and also «3 350 мл» as 350 ml of an item whose name ends with the 3. */
function readingsBeside(quantity: LooseQuantity, names: Names): Read[] {
  const { numbered } = quantity;
  const read = numbered ? readBeside(numbered, names) : [];
  const number = numbered?.before.at(-1) ?? '';
  const isOfNumber = ({ named: { run, items } }: Read): boolean =>
    run.split(' ').includes(number) && items.every((item) => endsWithNumber(item, number));
  return [...readBeside(quantity, names), ...read.filter(isOfNumber)];
}

/** Returns the only quantity in the line that belongs to an item; undefined where there are several or none. */
function readingOf(quantities: LooseQuantity[], names: Names): Read | undefined {
  const read = quantities.flatMap((quantity) =>
    readingsBeside(quantity, names).filter(({ named }) =>
      quantities.every((other) => other === quantity || isOfName(other, named)),
    ),
  );
  const length = ({ named }: Read): number => named.run.split(' ').length;
  const longest = Math.max(...read.map(length));
  const [best, ...rivals] = read.filter((one) => length(one) === longest);
  return rivals.length > 0 ? undefined : best;
}

/** Reads «Финки приехало 10»: the direction is stated, so the unknown name is asked about. */
function unknownName([quantity, ...others]: LooseQuantity[], names: Names): Outcome | undefined {
  const words = quantity && tellingOf([...quantity.before, ...quantity.after]);
  if (!quantity?.amounts || others.length > 0 || !words || words.length > LONGEST_UNKNOWN) return undefined;
  const { ways, reason } = waysOf(quantity);
  const [way] = ways;
  const found = names.find(words.join(' '));
  if (!way || ways.length > 1 || found.kind !== 'none' || namedIn(words, names)) return undefined;
  const { amounts } = quantity;
  const options = found.nearest.flatMap((item) => optionsOf(item, amounts, way).slice(0, 1));
  const signed = way === 'there' ? { amounts, sets: true } : { amounts: withSign(amounts, way) };
  return options.length > 0
    ? { kind: 'unknown', name: words.join(' '), options, ...signed, ...(reason && { reason }) }
    : undefined;
}

/**
 * Returns the question about a refused line that holds one item's name and one quantity in any order and wording.
 * Undefined where it holds none or several.
 */
export function itemAndQuantity({ text }: Line, names: Names, convert?: Convert): Outcome | undefined {
  if (text.length > LONGEST || isNotYet(text)) return undefined;
  const whole = names.find(text);
  if (whole.kind === 'several' || (whole.kind === 'one' && whole.how !== 'spelling')) return undefined;
  const quantities = looseQuantities(text);
  const read = readingOf(quantities, names);
  if (!read) return convert === toFound ? undefined : unknownName(quantities, names);
  const { quantity, amounts } = read;
  const { items } = read.named;
  const [item] = items;
  const name = item?.name ?? '';
  const [first] = items.length === 1 ? items : [];
  const unfit = first && about(first, amounts, toFound);
  if (unfit?.kind === 'refused') return unfit;
  const asked = (way: Way): Option[] => items.flatMap((one) => optionsOf(one, amounts, way));
  if (convert === toFound) {
    const options = quantity.sign === -1 ? [] : asked('there');
    return options.length > 0 ? { kind: 'ask', name, amounts, options } : undefined;
  }
  const { ways, reason } = waysOf(quantity);
  const [way, ...contrary] = ways;
  if (!way || contrary.length > 0) {
    const options = items.flatMap((one) => everyWay(one, amounts));
    return options.length > 0 ? { kind: 'ask', name, amounts, options, question: whichWay(text) } : undefined;
  }
  const options = asked(way);
  const because = { ...(reason && { reason }) };
  const signed = way === 'there' ? amounts : withSign(amounts, way);
  const question = `${quoted(text)} — записать так?`;
  if (options.length > 0)
    return { kind: 'ask', name, options, question, amounts: signed, sets: way === 'there', ...because };
  const needed = item && items.length === 1 && way !== 'there' ? about(item, signed) : undefined;
  return needed?.kind === 'need' ? { ...needed, ...because } : undefined;
}
