const rules = new Intl.PluralRules('ru-RU');
const units = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'];

/** The form of the word for a count: `plural(2, ['день', 'дня', 'дней'])` → «дня». */
export function plural(count: number, [one, few, many]: readonly [string, string, string]): string {
  const rule = rules.select(count);
  if (rule === 'one') return one;
  return rule === 'few' ? few : many;
}

/** Puts a text in Russian quotes; quotes inside become the inner ones: «Бар „Демо“». */
export const quoted = (text: string): string => `«${text.replaceAll('«', '„').replaceAll('»', '“')}»`;

/** Formats bytes in units of 1024, with a decimal where it matters: «1,5 ГБ». */
export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
  const value = bytes / 1024 ** step;
  const digits = step === 0 || value >= 100 ? 0 : 1;
  return `${value.toLocaleString('ru-RU', { maximumFractionDigits: digits })} ${units[step]}`;
}
