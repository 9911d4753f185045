import { plural } from '@ostatok/kit/web/format.ts';

/** Formats «3 заведения». */
export const venuesText = (count: number): string =>
  `${count.toLocaleString('ru-RU')} ${plural(count, ['заведение', 'заведения', 'заведений'])}`;

/** Formats «2 раза». */
export const timesText = (count: number): string =>
  `${count.toLocaleString('ru-RU')} ${plural(count, ['раз', 'раза', 'раз'])}`;

/** Formats «0,7 л». */
export const litresText = (ml: number): string => `${(ml / 1000).toLocaleString('ru-RU')} л`;
