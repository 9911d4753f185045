import { normaliseEan } from '../../contract/ean.ts';
import type { Group, Unit } from '../../contract/items.ts';
import type { Cell } from './sheet.ts';

/** Nothing to clean: letters, digits and signs with single ordinary spaces between. Most cells are so. */
const CLEAN = /^(?:[!-~\u0400-\u04ff«»№–—]+(?: |$))*$/;

/** What a person sees in the cell: single spaces, no control characters, nothing the database cannot hold. */
export function textOf(cell: Cell | undefined): string {
  if (!cell) return '';
  if (typeof cell.value === 'number') return cell.shown ?? String(cell.value);
  if (typeof cell.value === 'boolean') return cell.value ? 'да' : 'нет';
  if (CLEAN.test(cell.value) && !cell.value.endsWith(' ')) return cell.value;
  return cell.value
    .toWellFormed()
    .replace(/[\s\p{Cc}\u200b\ufeff]+/gu, ' ')
    .trim();
}

const SPACE_OR_CONTROL = /^[\s\p{Cc}\u200b\ufeff]/u;

/** Whether a person sees nothing in it. */
export const isBlank = (cell: Cell | undefined): boolean =>
  !cell ||
  (typeof cell.value === 'string' && (cell.value === '' || (SPACE_OR_CONTROL.test(cell.value) && textOf(cell) === '')));

/** A header or a word as it is compared: «Кол-во, шт.» → «кол во шт». */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();

export interface Amount {
  value: number;
  /** What was written behind the number, as `plain` makes it: «бут», «руб» or nothing. */
  suffix: string;
}

const AMOUNT = /^([-−–+]?)(\d[\d.,]*|[.,]\d+)(\D.*)?$/;

/** The last of two different signs separates the decimals, a sign that repeats separates thousands, a single one decimals. */
function decimalOf(digits: string): number {
  const trimmed = digits.replace(/[.,]+$/, '');
  const last = Math.max(trimmed.lastIndexOf('.'), trimmed.lastIndexOf(','));
  if (last < 0) return Number(trimmed);
  const sign = trimmed[last] as string;
  const decimals = trimmed.indexOf(sign) === last;
  const whole = (decimals ? trimmed.slice(0, last) : trimmed).replace(/[.,]/g, '');
  return Number(decimals ? `${whole}.${trimmed.slice(last + 1)}` : whole);
}

/** «1 234,50 руб.», «−0,7», «3 бут»: null for a blank or a dash, undefined for what is no number. */
export function amountOf(cell: Cell | undefined): Amount | null | undefined {
  if (!cell) return null;
  if (cell.error || typeof cell.value === 'boolean') return undefined;
  if (typeof cell.value === 'number') return { value: cell.value, suffix: '' };
  const text = textOf(cell).replace(/[\s'’]/g, '');
  if (/^[-−–—]*$/.test(text)) return null;
  const match = AMOUNT.exec(text);
  if (!match) return undefined;
  const value = decimalOf(match[2] as string) * (match[1] === '' || match[1] === '+' ? 1 : -1);
  return Number.isFinite(value) ? { value, suffix: plain(match[3] ?? '') } : undefined;
}

export interface UnitMeaning {
  unit: Unit;
  /** How many of ours one of theirs is. */
  factor: number;
  /** A package, whose contents the file does not tell. */
  package?: true;
}

const unitWords: [UnitMeaning, string][] = [
  // The numbers are codes of the Russian classifier of units (ОКЕИ), which 1C writes beside or instead of the name.
  [{ unit: 'л', factor: 1 }, 'л литр литра литров литры l lt ltr liter litre 112'],
  [{ unit: 'л', factor: 0.001 }, 'мл миллилитр миллилитров ml 111'],
  [{ unit: 'л', factor: 0.01 }, 'сл cl'],
  [{ unit: 'л', factor: 10 }, 'дал дкл декалитр декалитров 116'],
  [{ unit: 'кг', factor: 1 }, 'кг килограмм килограмма килограммов kg 166'],
  [{ unit: 'кг', factor: 0.001 }, 'г гр грамм грамма граммов g gr 163'],
  [{ unit: 'кг', factor: 1000 }, 'т тонна тонн 168'],
  [
    { unit: 'шт', factor: 1 },
    'шт штука штуки штук pcs pc ед бут бутылка бутылки бутылок btl бан банка банки банок порц порция пор порций 796 868',
  ],
  [
    { unit: 'шт', factor: 1, package: true },
    'упак уп упаковка упаковки упаковок пач пачка пачек кор коробка коробок короб ящ ящик ящиков блок бл кега кег кеги пак пакет меш мешок набор компл комплект рул рулон 778 812',
  ],
];
const units = new Map(unitWords.flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning])));

/** Most cells spell it as the table does. */
export const unitOf = (text: string): UnitMeaning | undefined =>
  units.get(text) ?? units.get(plain(text).replace(/ /g, ''));

export const isMoney = (suffix: string): boolean => /^(р|руб\p{L}*|rub|rur|₽)?$/u.test(suffix);

/** A number cell loses its leading zeros: they are put back where the check digit agrees. undefined: not a barcode. */
export function eanOf(cell: Cell): string | undefined {
  const text = textOf(cell);
  const direct = normaliseEan(text);
  if (direct || typeof cell.value !== 'number' || !/^\d{7,12}$/.test(text)) return direct ?? undefined;
  return normaliseEan(text.padStart(text.length <= 8 ? 8 : 13, '0')) ?? undefined;
}

/** What the export writes, and what people write. */
export const groupNames: Record<Group, string> = {
  strong: 'Крепкий алкоголь',
  wine: 'Вино',
  soft: 'Безалкогольные',
  other: 'Прочее',
};

export function groupNamed(text: string): Group | undefined {
  const word = plain(text);
  const found = Object.entries(groupNames).find(([group, name]) => word === group || word === plain(name));
  return found?.[0] as Group | undefined;
}
