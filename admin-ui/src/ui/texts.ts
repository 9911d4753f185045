const NOTHING = '—';

const times = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'short' });
const dates = new Intl.DateTimeFormat('ru-RU');

export const dateText = (iso: string | null | undefined): string => (iso ? dates.format(new Date(iso)) : NOTHING);
export const timeText = (iso: string | null | undefined): string => (iso ? times.format(new Date(iso)) : NOTHING);

const UNITS = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'];

/** Formats «12,4 МБ». */
export function sizeText(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return NOTHING;
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const size = bytes / 1024 ** power;
  return `${size.toLocaleString('ru-RU', { maximumFractionDigits: size < 10 && power > 0 ? 1 : 0 })}\u00a0${UNITS[power]}`;
}
