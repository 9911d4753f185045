/** The drawing of EAN and UPC codes: modules of guards and digits, and the valid ways to write digits. */

/**
 * Odd left-hand digits, with 1 for black. Even ones are mirrored right-hand ones, and right-hand ones are inverted odd
 * ones.
 */
const ODD = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ');
const RIGHT = ODD.map((bits) => bits.replace(/./g, (bit) => (bit === '0' ? '1' : '0')));
const EVEN = RIGHT.map((bits) => [...bits].reverse().join(''));

/** Every way to draw a digit: odd 0 to 9, even 10 to 19, right-hand 20 to 29. */
export const digitPatterns = [...ODD, ...EVEN, ...RIGHT];
const SET = { odd: 0, even: 10, right: 20 } as const;
type SetName = keyof typeof SET;

/** The left-hand digits that are even, by the thirteenth digit, which they encode. */
const EVEN_BY_FIRST = '000000 001011 001101 001110 010011 011001 011100 010101 010110 011010'.split(' ');
/** The even digits of a UPC-E of number system 0, by its check digit; in system 1 it is the other digits. */
const EVEN_BY_CHECK = '111000 110100 110010 110001 101100 100110 100011 101010 101001 100101'.split(' ');

const setsOf = (even: string): SetName[] => [...even].map((bit) => (bit === '1' ? 'even' : 'odd'));
const flip = (even: string): string => even.replace(/./g, (bit) => (bit === '1' ? '0' : '1'));

/**
 * One valid way to write digits: the set and the check sum weight of each place, and the digits that the sets encode.
 */
export interface Reading {
  sets: number[];
  weights: number[];
  /** The sum of the drawn digits by their weights, modulo 10. */
  sum: number;
  /** Digits that are not drawn but encoded by the sets. */
  before: string;
  after: string;
  /** The values allowed in the last place, where its digit decides the weights. */
  last?: number[];
}

export interface Symbology {
  modules: number;
  /** The modules of guards; null at the place of a digit. */
  segments: (string | null)[];
  readings: Reading[];
}

const numbers = (sets: SetName[]): number[] => sets.map((set) => SET[set]);
const repeat = <T>(value: T, times: number): T[] => Array<T>(times).fill(value);
const alternating = (places: number): number[] => Array.from({ length: places }, (_, at) => (at % 2 ? 1 : 3));

const ean13: Symbology = {
  modules: 95,
  segments: ['101', ...repeat(null, 6), '01010', ...repeat(null, 6), '101'],
  readings: EVEN_BY_FIRST.map((even, first) => ({
    sets: numbers([...setsOf(even), ...repeat<SetName>('right', 6)]),
    weights: alternating(12),
    sum: (10 - first) % 10,
    before: String(first),
    after: '',
  })),
};

const ean8: Symbology = {
  modules: 67,
  segments: ['101', ...repeat(null, 4), '01010', ...repeat(null, 4), '101'],
  readings: [
    {
      sets: numbers([...repeat<SetName>('odd', 4), ...repeat<SetName>('right', 4)]),
      weights: alternating(8),
      sum: 0,
      before: '',
      after: '',
    },
  ],
};

/**
 * The weights of the six digits follow from their places in the UPC-A that they abridge, which the last digit decides.
 */
const ABRIDGED = [
  { last: [0, 1, 2], weights: [1, 3, 3, 1, 3, 1] },
  { last: [3], weights: [1, 3, 1, 1, 3, 0] },
  { last: [4], weights: [1, 3, 1, 3, 3, 0] },
  { last: [5, 6, 7, 8, 9], weights: [1, 3, 1, 3, 1, 3] },
];

const upcE: Symbology = {
  modules: 51,
  segments: ['101', ...repeat(null, 6), '010101'],
  readings: [0, 1].flatMap((system) =>
    EVEN_BY_CHECK.flatMap((even, check) =>
      ABRIDGED.map(({ last, weights }) => ({
        sets: numbers(setsOf(system ? flip(even) : even)),
        weights,
        sum: (20 - 3 * system - check) % 10,
        before: String(system),
        after: String(check),
        last,
      })),
    ),
  ),
};

/** Returns the eight digits of the UPC-E for this 13-digit code, or null if it has none. */
export function abridged(code: string): string | null {
  const [, system, maker, product, check] = /^0([01])(\d{5})(\d{5})(\d)$/.exec(code) ?? [];
  if (!system || !maker || !product || !check) return null;
  const digits = abridgedDigits(maker, product);
  return digits && `${system}${digits}${check}`;
}

function abridgedDigits(maker: string, product: string): string | null {
  if (/^..[012]00$/.test(maker) && product.startsWith('00'))
    return `${maker.slice(0, 2)}${product.slice(2)}${maker[2]}`;
  if (maker.endsWith('00') && product.startsWith('000')) return `${maker.slice(0, 3)}${product.slice(3)}3`;
  if (maker.endsWith('0') && product.startsWith('0000')) return `${maker.slice(0, 4)}${product[4]}4`;
  return /^0000[5-9]$/.test(product) ? `${maker}${product[4]}` : null;
}

export interface Drawing {
  symbology: Symbology;
  /** The digits as they are written beside the bars. */
  digits: string;
  /** The modules of every segment. */
  patterns: string[];
}

/** Finds the reading that encodes these digits. */
function readingOf(symbology: Symbology, digits: string): Reading | undefined {
  const { length } = symbology.segments.filter((segment) => segment === null);
  return symbology.readings.find(
    ({ before, after, last }) =>
      digits.length === before.length + length + after.length &&
      digits.startsWith(before) &&
      digits.endsWith(after) &&
      (!last || last.includes(Number(digits[before.length + length - 1]))),
  );
}

/**
 * Returns the drawing of a code: 13 digits as an EAN-13 or, with `asUpcE`, as the UPC-E for it; 8 digits as an EAN-8.
 */
export function drawingOf(code: string, asUpcE = false): Drawing | null {
  const digits = asUpcE ? abridged(code) : code;
  const symbology = asUpcE ? upcE : { 8: ean8, 13: ean13 }[code.length];
  const reading = symbology && digits && readingOf(symbology, digits);
  if (!symbology || !digits || !reading) return null;
  let place = 0;
  const patterns = symbology.segments.map((guard) => {
    if (guard !== null) return guard;
    const digit = Number(digits[reading.before.length + place]);
    const pattern = digitPatterns[(reading.sets[place] ?? 0) + digit] ?? '';
    place += 1;
    return pattern;
  });
  return { symbology, digits, patterns };
}
