const MONEY = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB', maximumFractionDigits: 2 });
const NUMBER = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 6 });
const units = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'];
const NONE = '—';

/** `12 002`, as everywhere in the panel. */
export const grouped = (count: number): string => NUMBER.format(count);
export const roubles = (amount: number | null): string =>
  amount === null ? 'по запросу' : MONEY.format(amount).replace(/,00(?=\s)/, '');
export const day = (at: string | null): string => (at ? new Date(at).toLocaleDateString('ru-RU') : NONE);
export const moment = (at: string | null): string =>
  at ? new Date(at).toLocaleString('ru-RU', { dateStyle: 'short', timeStyle: 'short' }) : NONE;
export const orNone = (text: string | number | null | undefined): string =>
  text === null || text === undefined || text === '' ? NONE : typeof text === 'number' ? NUMBER.format(text) : text;
export const yesNo = (value: boolean): string => (value ? 'да' : 'нет');

/** Of 1024 each, with one digit after the comma where it says something. */
export function bytes(size: number | null): string {
  if (size === null) return NONE;
  let value = size;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toLocaleString('ru-RU', { maximumFractionDigits: unit === 0 || value >= 100 ? 0 : 1 })} ${units[unit]}`;
}
