import { oneLine } from '../one-line.ts';
import { createTrimEnd } from '../trim-end.ts';
import type { Cell } from './sheet.ts';

/**
 * Matches text that needs no cleaning: letters, digits and signs with single ordinary spaces between. Most cells are
 * so.
 */
const CLEAN = /^(?:[!-~\u0400-\u04ff«»№–—]+(?: |$))*$/;

/** Days from Excel's first to that of JavaScript. */
const UNIX_EPOCH = 25_569;
const DAY_MS = 86_400_000;

/** «01.05.2026», or «17:30» of a bare time. */
function dateText(serial: number): string {
  const at = new Date(Math.round((serial - UNIX_EPOCH) * DAY_MS));
  if (Number.isNaN(at.getTime())) return String(serial);
  const [day, time] = at.toISOString().split('T') as [string, string];
  return serial < 1 ? time.slice(0, 5) : day.split('-').toReversed().join('.');
}

/** The text that a person sees in the cell: single spaces, no control characters, nothing the database cannot store. */
export function textOf(cell: Cell | undefined): string {
  if (!cell) return '';
  if (typeof cell.value === 'number') return cell.isDate ? dateText(cell.value) : (cell.shown ?? String(cell.value));
  if (typeof cell.value === 'boolean') return cell.value ? 'да' : 'нет';
  if (CLEAN.test(cell.value) && !cell.value.endsWith(' ')) return cell.value;
  return oneLine(cell.value);
}

const SPACE_OR_CONTROL = /^[\s\p{Cc}\u200b\ufeff]/u;

/** Whether the cell looks empty. */
export const isBlank = (cell: Cell | undefined): boolean =>
  !cell ||
  (typeof cell.value === 'string' && (cell.value === '' || (SPACE_OR_CONTROL.test(cell.value) && textOf(cell) === '')));

/** A header or a word in the form used for comparison: «Кол-во, шт.» → «кол во шт». */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();

interface Amount {
  value: number;
  /** The text after the number, as `plain` returns it: «бут», «руб» or empty. */
  suffix: string;
}

const AMOUNT = /^([-−–+]?)(\d[\d.,]*|[.,]\d+)(\D.*)?$/;

const withoutSeparators = createTrimEnd(/[.,]/);

/**
 * The last of two different signs separates the decimals, a sign that repeats separates thousands, a single one
 * decimals.
 */
function decimalOf(digits: string): number {
  const trimmed = withoutSeparators(digits);
  const last = Math.max(trimmed.lastIndexOf('.'), trimmed.lastIndexOf(','));
  if (last < 0) return Number(trimmed);
  const sign = trimmed[last] as string;
  const decimals = trimmed.indexOf(sign) === last;
  const whole = (decimals ? trimmed.slice(0, last) : trimmed).replace(/[.,]/g, '');
  return Number(decimals ? `${whole}.${trimmed.slice(last + 1)}` : whole);
}

/**
 * Parses «1 234,50 руб.», «−0,7», «3 бут»: null for a blank or a dash, undefined for what is no number. A date is none
 * either: Excel makes one of «1.05», and what was typed is lost.
 */
export function amountOf(cell: Cell | undefined): Amount | null | undefined {
  if (!cell) return null;
  if (cell.error || cell.isDate || typeof cell.value === 'boolean') return undefined;
  if (typeof cell.value === 'number') return { value: cell.value, suffix: '' };
  const text = textOf(cell).replace(/[\s'’]/g, '');
  if (/^[-−–—]*$/.test(text)) return null;
  const match = AMOUNT.exec(text);
  if (!match) return undefined;
  const value = decimalOf(match[2] as string) * (match[1] === '' || match[1] === '+' ? 1 : -1);
  return Number.isFinite(value) ? { value, suffix: plain(match[3] ?? '') } : undefined;
}
