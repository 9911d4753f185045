const NBSP = '\u00a0';
const MINUS = '−';
const NOTHING = '—';

const quantities = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 3 });
const roubles = new Intl.NumberFormat('ru-RU', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});

/** Uses the typographic minus sign, which is as wide as the plus. */
const withMinus = (text: string): string => text.replace('-', MINUS);

/** Formats `0.7, 'л'` as «0,7 л»; a missing value is a dash, never a zero. */
export function formatQuantity(value: number | null | undefined, unit?: string): string {
  if (value === null || value === undefined || Number.isNaN(value)) return NOTHING;
  const number = withMinus(quantities.format(value === 0 ? 0 : value));
  return unit ? `${number}${NBSP}${unit}` : number;
}

/** Formats a signed quantity: «+0,7 л», «−1 шт». */
export function formatDelta(value: number | null | undefined, unit?: string): string {
  const text = formatQuantity(value, unit);
  return value && value > 0 ? `+${text}` : text;
}

/** Formats roubles as the API sends them (a number or its text): «1 990 ₽». */
export function formatMoney(value: number | string | null | undefined): string {
  const amount = value === null || value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isNaN(amount) ? NOTHING : `${withMinus(roubles.format(amount))}${NBSP}₽`;
}

/** Formats a signed sum: «+1 872 ₽», «−4 751,50 ₽», «0 ₽». */
export const formatMoneyDelta = (value: number): string => `${value > 0 ? '+' : ''}${formatMoney(value)}`;

/** Formats «21 ноя, 14:05», with the year if it is not this one, in the given time zone or the browser's. */
export function formatDateTime(at: string | Date | null | undefined, timeZone?: string, now = new Date()): string {
  if (!at) return NOTHING;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return NOTHING;
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone, ...year } as const;
  return new Intl.DateTimeFormat('ru-RU', parts).format(date).replace('.,', ',');
}

/** Picks the word form for a number: `plural(2, ['день', 'дня', 'дней'])` → «дня». */
export function plural(count: number, [one, few, many]: readonly [string, string, string]): string {
  const tail = Math.abs(Math.trunc(count)) % 100;
  const last = tail % 10;
  if (tail > 10 && tail < 20) return many;
  if (last === 1) return one;
  return last >= 2 && last <= 4 ? few : many;
}

/** Puts a text in Russian quotes; quotes inside it become inner ones: «Бар „Демо“». */
export const quoted = (text: string): string => `«${text.replaceAll('«', '„').replaceAll('»', '“')}»`;
