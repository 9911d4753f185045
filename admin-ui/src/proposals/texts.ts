import { plural } from '@ostatok/kit/web/format.ts';

/** Formats «3 заведения». */
export const venuesText = (count: number): string =>
  `${count.toLocaleString('ru-RU')} ${plural(count, ['заведение', 'заведения', 'заведений'])}`;

/** Formats «0,7 л». */
export const litresText = (ml: number): string => `${(ml / 1000).toLocaleString('ru-RU')} л`;
