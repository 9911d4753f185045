import { formatBytes } from '@ostatok/kit/node/russian.ts';

const MONEY = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB', maximumFractionDigits: 2 });
const NUMBER = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 6 });
const NONE = '—';
/** The time zone of the platform's letters and workbooks: a terminal's own differs from one server to another. */
export const ZONE = 'Europe/Moscow';
export const ZONE_NAME = 'МСК';

/** Formats `12 002`, as the panel does everywhere. */
export const grouped = (count: number): string => NUMBER.format(count);
export const roubles = (amount: number | null): string =>
  amount === null ? 'по запросу' : MONEY.format(amount).replace(/,00(?=\s)/, '');
export const day = (at: string | null): string =>
  at ? new Date(at).toLocaleDateString('ru-RU', { timeZone: ZONE }) : NONE;
export const moment = (at: string | null): string =>
  at ? new Date(at).toLocaleString('ru-RU', { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE }) : NONE;
export const orNone = (text: string | number | null | undefined): string =>
  text === null || text === undefined || text === '' ? NONE : typeof text === 'number' ? NUMBER.format(text) : text;
export const yesNo = (value: boolean): string => (value ? 'да' : 'нет');

export const bytes = (size: number | null): string => (size === null ? NONE : formatBytes(size));
