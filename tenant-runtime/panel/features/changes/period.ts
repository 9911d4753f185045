export const periods = ['today', 'yesterday', 'week', 'month', 'all', 'own'] as const;
export type Period = (typeof periods)[number];

export const periodLabels: Record<Period, string> = {
  today: 'Сегодня',
  yesterday: 'Вчера',
  week: '7 дней',
  month: '30 дней',
  all: 'Всё время',
  own: 'Свои даты',
};

const startOfDay = (date: Date, shift: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + shift);

const localDay = (text: string, shift: number): string | undefined => {
  const [year, month, day] = text.split('-').map(Number);
  return year && month && day ? new Date(year, month - 1, day + shift).toISOString() : undefined;
};

/** The API's `from` (inclusive) and `to` (the end of the last day), in the browser's time zone. */
export function boundsOf(
  period: Period,
  now: Date,
  own: { from: string; to: string } = { from: '', to: '' },
): { from?: string | undefined; to?: string | undefined } {
  const day = (shift: number): string => startOfDay(now, shift).toISOString();
  switch (period) {
    case 'today':
      return { from: day(0) };
    case 'yesterday':
      return { from: day(-1), to: day(0) };
    case 'week':
      return { from: day(-6) };
    case 'month':
      return { from: day(-29) };
    case 'all':
      return {};
    case 'own':
      return { from: localDay(own.from, 0), to: localDay(own.to, 1) };
  }
}
