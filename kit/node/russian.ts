const rules = new Intl.PluralRules('ru-RU');
const units = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'];

/** The form of the word for a count: `plural(2, ['день', 'дня', 'дней'])` → «дня». */
export function plural(count: number, [one, few, many]: readonly [string, string, string]): string {
  const rule = rules.select(count);
  if (rule === 'one') return one;
  return rule === 'few' ? few : many;
}

/** In Russian quotes; those inside become the inner ones: «Бар „Демо“». */
export const quoted = (text: string): string => `«${text.replaceAll('«', '„').replaceAll('»', '“')}»`;

/** Of 1024 each, with a digit after the comma where it says something: «1,5 ГБ». */
export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
  const value = bytes / 1024 ** step;
  const digits = step === 0 || value >= 100 ? 0 : 1;
  return `${value.toLocaleString('ru-RU', { maximumFractionDigits: digits })} ${units[step]}`;
}
