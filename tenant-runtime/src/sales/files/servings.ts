import { searchName } from '../../search-name.ts';
import type { FileDish } from './sales-file.ts';

/** «Хеллес (0,25)», «Палм (0,5) (б)»: the litres of a serving. */
const BRACKETED = /\((\d{1,2}[.,]\d{1,3})\s*л?\)/i;
const WITH_UNIT = /(?<![\p{L}\d.,])(\d{1,4}(?:[.,]\d{1,3})?)\s*(мл|ml|л|l)(?![\p{L}\d])/iu;
const BARE = /(?<![\p{L}\d.,])(0[.,]\d{1,3})(?![\d%])/u;

/** Returns the size of a serving as the name has it; what is not in brackets may be the bottle's. */
export const sizeIn = (name: string): string | null => {
  const bracketed = BRACKETED.exec(name)?.[1];
  if (bracketed) return bracketed;
  const shot = /(?<![\p{L}\d.,])(\d{1,3}\s?(?:мл|ml))(?![\p{L}\d])/iu.exec(name)?.[1];
  return shot ?? null;
};

const number = (text: string): number => Number(text.replace(',', '.'));

/** Returns millilitres of «0,4», «0,5 л» or «40 мл»; undefined where the text says no volume. */
export function millilitresOf(text: string): number | undefined {
  const [, amount = '', unit = ''] = WITH_UNIT.exec(text) ?? [];
  const bare = BRACKETED.exec(text)?.[1] ?? BARE.exec(text)?.[1] ?? /^(\d{1,2}[.,]\d{1,3})$/.exec(text.trim())?.[1];
  const isMl = /^(мл|ml)$/i.test(unit);
  const ml = amount !== '' ? number(amount) * (isMl ? 1 : 1000) : bare ? number(bare) * 1000 : Number.NaN;
  return ml >= 5 && ml <= 50_000 ? Math.round(ml * 1000) / 1000 : undefined;
}

/** Returns the name without its serving, by which an item is looked for. */
export const withoutServing = (name: string): string => name.replace(BRACKETED, ' ').replace(/\s+/g, ' ').trim();

/** Returns what a dish of a source is remembered by: its code and size, or its name. */
export function dishKey({ code, name, size }: Pick<FileDish, 'code' | 'name' | 'size'>): string {
  const serving = size ? `|${searchName(size)}` : '';
  return code ? `code:${code}${serving}` : `name:${searchName(name)}${serving}`;
}
