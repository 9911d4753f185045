import type { Amount } from '../amounts.ts';
import type { Change, Line, Reading } from './line.ts';
import { unsignedAmounts } from './stock-level.ts';
import { withSign } from './verbs.ts';

/** Matches a number that spaces part into groups, as «3 350» and «3 1/2»: its first group may end a name. */
const spaced = /^(\d{1,3}) (?=[\d½¼¾])/;

/** Writes a name and its quantity as one line. A colon parts the numbers that could belong to either. */
export const lineOf = (name: string, quantity: string): string =>
  spaced.test(quantity) || (/\d/.test(name.slice(-1)) && /^\d/.test(quantity))
    ? `${name}: ${quantity}`
    : `${name} ${quantity}`;

interface Parted {
  number: string;
  written: string;
  amounts: Amount[];
}

/** Parts «3 350 мл» into the 3, which may end a name, and the quantity after it. */
export function partedQuantity(text: string): Parted | undefined {
  const number = spaced.exec(text)?.[1];
  if (!number) return undefined;
  const written = text.slice(number.length + 1);
  const amounts = unsignedAmounts(written);
  return amounts && { number, written, amounts };
}

/** The number that may end the name before an arrow: the 3 of «Гавана 3 350 мл» and of «Гавана 3». */
const numberBefore = (was: string): string | undefined => partedQuantity(was)?.number ?? /^\d{1,3}$/.exec(was)?.[0];

interface Numbered extends Reading {
  number: string;
}

/** Reads «Гавана» and «3 350 мл» as «Гавана 3» and «350 мл», where only a space stands between them in the text. */
export function numberedReading({ main: { name, amounts }, text, was }: Line & Change): Numbered | undefined {
  if (was) {
    const number = numberBefore(was);
    return number ? { number, name: `${name} ${number}`, amounts } : undefined;
  }
  const [first, ...others] = amounts;
  const parted = first && text.includes(`${name} ${first.text}`) ? partedQuantity(first.text) : undefined;
  if (!first || !parted) return undefined;
  const { number } = parted;
  const sign = (first.micros ?? 0) < 0 ? -1 : 1;
  return { number, name: `${name} ${number}`, amounts: [...withSign(parted.amounts, sign), ...others] };
}
