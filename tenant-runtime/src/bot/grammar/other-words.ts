import { containerAfter, wordsAfter } from '../notes.ts';
import type { Line } from './line.ts';
import { signedAmounts } from './signed.ts';
import { levelInWords } from './stock-level.ts';
import { parseWords } from './words.ts';

/** Reads a line again from a reworded text. A change that comes out of it always has to be confirmed. */
function doubtful(text: string, words: string, note?: string): Line | undefined {
  const line = parseWords(words, words);
  return line.kind === 'change' ? { ...line, text, certainty: 'doubtful', ...(note && { note }) } : undefined;
}

/** Reads «Апероль −0,35 спритцы» and «сахар +10кг мешок»: words that are not a known unit become the change's note. */
function withWordsAfter(text: string): Line | undefined {
  const last = signedAmounts(text).at(-1);
  if (!last) return undefined;
  const tail = text.slice(last.end);
  const isMeasured = last.amounts.some(({ measure }) => measure === 'kg' || measure === 'l');
  const note = wordsAfter(tail) ?? (isMeasured ? containerAfter(tail) : undefined);
  return note ? doubtful(text, text.slice(0, last.end), note) : undefined;
}

const vague = /(?<=[\p{L}\p{N}.]) (?:примерно|приблизительно|около|где-то|вроде|типа|точно|ещ[её])(?= |$)/iu;

/** Reads «Джемесон примерно −0,5» without the vague word. */
const withoutVague = (text: string): Line | undefined =>
  vague.test(text) ? doubtful(text, text.replace(vague, '')) : undefined;

const bottleSize = / \((?:по )?(?<size>0[.,]\d+|1(?:[.,]\d+)?|\d{3,4}(?= ?мл))(?: ?(?<unit>мл|л))?\)?$/iu;

/** Reads «Апероль +2 бутылки (0,7)»: the bracket gives the volume of one bottle. */
function withBottleSize(text: string): Line | undefined {
  const { size, unit = 'л' } = bottleSize.exec(text)?.groups ?? {};
  return size ? doubtful(text, text.replace(bottleSize, ` по ${size} ${unit}`)) : undefined;
}

/** Reads a refused line in other words. The user is always asked whether that is what they meant. */
export const inOtherWords = (text: string): Line | undefined =>
  levelInWords(text) ?? withoutVague(text) ?? withBottleSize(text) ?? withWordsAfter(text);
