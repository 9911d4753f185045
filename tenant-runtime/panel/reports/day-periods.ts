export const dayPeriods = [
  { value: '7', label: '7 дней' },
  { value: '30', label: '30 дней' },
  { value: '90', label: '90 дней' },
  { value: 'all', label: 'Всё время' },
] as const;
export type DayPeriod = (typeof dayPeriods)[number]['value'];

const DAY_MS = 86_400_000;

/** The API's parameters for today and the days before it, in the tenant's time zone. */
export function daysOf(period: DayPeriod, now: number, timeZone: string): Record<string, string> {
  if (period === 'all') return {};
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return { from: day.format(now - (Number(period) - 1) * DAY_MS), to: day.format(now) };
}
