import { plural } from '@ostatok/kit/node/russian.ts';

/** Days and hours in texts are in the seller's time zone. */
const timeZone = 'Europe/Moscow';

const wholeRoubles = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB', maximumFractionDigits: 0 });
const withKopecks = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' });
const dayFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', year: 'numeric', timeZone });
const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone });

/** Formats kopecks as «1 990 ₽» or «1 990,50 ₽». */
export const roubles = (kopecks: number): string =>
  (kopecks % 100 === 0 ? wholeRoubles : withKopecks).format(kopecks / 100);

/** «21 ноября 2026 г.» */
export const day = (date: Date): string => dayFormat.format(date).replaceAll(' ', '\u00a0');

/** «21 ноября 2026 г., 14:05 (мск)» */
export const moment = (date: Date): string => `${day(date)}, ${timeFormat.format(date)}\u00a0(мск)`;

/** «1 час», «3 часа», «7 часов» */
export const hours = (count: number): string => `${count}\u00a0${plural(count, ['час', 'часа', 'часов'])}`;

/** «1 день», «3 дня», «7 дней» */
export const days = (count: number): string => `${count}\u00a0${plural(count, ['день', 'дня', 'дней'])}`;
