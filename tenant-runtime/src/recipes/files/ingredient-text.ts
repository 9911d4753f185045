import { isToTop, measureOf } from '../../../contract/recipe-measures.ts';

export interface WrittenAmount {
  /** A decimal text with a point; null where it is not understood. */
  amount: string | null;
  unit: string | null;
}

const FRACTIONS: Record<string, string> = { '½': '1/2', '¼': '1/4', '¾': '3/4', '⅓': '1/3', '⅔': '2/3' };
const NUMBER = String.raw`(\d{1,9}(?:[.,]\d{1,6})?)(?:\s+(\d{1,2})\/(\d{1,2})|\/(\d{1,2}))?`;
const spelled = (text: string): string =>
  text.replace(/\s*([½¼¾⅓⅔])/g, (_match, sign: string) => ` ${FRACTIONS[sign]}`);
const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Reads «22,5», «1/2» and «1 1/2»; null for nothing and for what has no exact size. */
function numberOf([whole = '', over, under, by]: (string | undefined)[]): string | null {
  const plain = Number(whole.replace(',', '.'));
  const denominator = Number(under ?? by ?? 1);
  if (denominator === 0) return null;
  const value = by ? plain / denominator : plain + (over ? Number(over) / denominator : 0);
  if (!(value > 0)) return null;
  return over || by ? withoutZeros(value.toFixed(6)) : withoutZeros(whole.replace(',', '.'));
}

const WHOLE = new RegExp(String.raw`^(?:~|≈|ок\.?|около|по)?\s*${NUMBER}\s*(\D*)$`, 'iu');
/** «few», «щепотка» and «6-8» name no amount. */
const RANGE = /\d\s*[-–—]\s*\d/;

/** Reads the amount of a cell, with its unit glued to it or not: «40ml», «22,5», «1 1/2 oz». */
export function amountOf(text: string): WrittenAmount {
  const given = spelled(text).trim();
  if (isToTop(given)) return { amount: null, unit: given };
  const match = RANGE.test(given) ? null : WHOLE.exec(given);
  if (!match) return { amount: null, unit: null };
  const unit = (match[5] ?? '').trim();
  return { amount: numberOf(match.slice(1, 5)), unit: unit || null };
}

const AT_START = new RegExp(String.raw`^${NUMBER}\s*(.*)$`, 'u');
const AT_END = new RegExp(String.raw`^(.+?)[\s:–—-]+${NUMBER}\s*(\D*)$`, 'u');
const TOP_AT_START =
  /^(топ(?:\s?ап)?|top(?:\s(?:up|with))*|fill(?:\sup)?|долить|доверху|до\sверха)\s+(?:with\s+)?(\S.*)$/iu;
const TOP_AT_END = /^(\S.*?)[\s:–—-]+(топ(?:\s?ап)?|top(?:\sup)?|fill\sup|доверху|до\sверха)$/iu;

/** Takes a unit of one or two words from the start of a text. */
function unitAtStart(text: string): { unit: string | null; rest: string } {
  const words = text.split(/\s+/);
  for (const length of [2, 1]) {
    const unit = words.slice(0, length).join(' ');
    const rest = words
      .slice(length)
      .join(' ')
      .replace(/^(?:of|-|–|—)\s+/i, '');
    if (words.length >= length && measureOf(unit)) return { unit, rest };
  }
  return { unit: null, rest: text };
}

export interface WrittenIngredient extends WrittenAmount {
  text: string;
}

/** Reads a line of a bar's book: «15 Кордиал», «30 ml Gin», «Джин — 40 мл», «топ Содовая». */
export function ingredientIn(line: string): WrittenIngredient {
  const given = spelled(line)
    .replace(/^[\s\-–—•*·]+/, '')
    .trim();
  const [, top, topped] = TOP_AT_START.exec(given) ?? [];
  if (top && topped) return { text: topped, amount: null, unit: top };
  const [, before, topAfter] = TOP_AT_END.exec(given) ?? [];
  if (before && topAfter) return { text: before, amount: null, unit: topAfter };
  const start = RANGE.test(given) ? null : AT_START.exec(given);
  if (start) {
    const { unit, rest } = unitAtStart((start[5] ?? '').trim());
    if (rest) return { text: rest, amount: numberOf(start.slice(1, 5)), unit };
  }
  const end = RANGE.test(given) ? null : AT_END.exec(given);
  const endUnit = (end?.[6] ?? '').trim();
  if (end && (endUnit === '' || measureOf(endUnit))) {
    return { text: end[1] ?? given, amount: numberOf(end.slice(2, 6)), unit: endUnit || null };
  }
  return { text: given, amount: null, unit: null };
}

/** Splits a cell with all ingredients: by lines, or by signs where there is one line only. */
export function linesIn(cell: string): string[] {
  const lines = cell.split(/\r?\n|\r/).filter((line) => line.trim() !== '');
  const parts = lines.length > 1 ? lines : (lines[0] ?? '').split(/;|\+|,(?!\d)/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
