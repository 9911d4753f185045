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

const DAY_MS = 86_400_000;

/** The API's `from` and `to`: days of the tenant's time zone, both inclusive. */
export function boundsOf(
  period: Period,
  now: Date,
  timeZone: string,
  own: { from: string; to: string } = { from: '', to: '' },
): { from?: string | undefined; to?: string | undefined } {
  const today = Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now));
  const day = (shift: number): string => new Date(today + shift * DAY_MS).toISOString().slice(0, 10);
  switch (period) {
    case 'today':
      return { from: day(0) };
    case 'yesterday':
      return { from: day(-1), to: day(-1) };
    case 'week':
      return { from: day(-6) };
    case 'month':
      return { from: day(-29) };
    case 'all':
      return {};
    case 'own':
      return { from: own.from || undefined, to: own.to || undefined };
  }
}
