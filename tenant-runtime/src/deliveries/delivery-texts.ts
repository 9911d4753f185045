import type { DeliveryRow } from '../tables.ts';
import type { DuplicateRow } from './deliveries.queries.ts';
import type { Statement } from './moment.ts';

export const dayText = (day: string): string => day.split('-').reverse().join('.');

/** Names a delivery in notes and questions. */
export function deliveryText({ number, day }: Pick<DeliveryRow, 'number' | 'day'>, supplier: string | null): string {
  const parts = [number && `№ ${number}`, day && `от ${dayText(day)}`, supplier && `(${supplier})`];
  return ['Поставка', ...parts.filter(Boolean)].join(' ');
}

export function timeText(at: Date, timezone: string): string {
  const options = { timeZone: timezone, day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('ru-RU', options).format(at).replace(', ', ' в ');
}

/** Asks on which side of what was counted the goods came. */
export function beforeOrAfter(delivery: string, asked: readonly Statement[], timezone: string): string {
  const [first] = asked;
  if (!first) return '';
  const others = new Set(asked.map(({ item_id }) => item_id)).size - 1;
  const more = others > 0 ? ` и ещё позиций: ${others}` : '';
  const how = first.title === null ? 'остаток записан заново' : `подсчитано («${first.title}»)`;
  return `${delivery}: «${first.item_name}»${more} — ${how} ${timeText(first.at, timezone)}. Товар пришёл до этого или после?`;
}

/** Asks whether a paper that is like a posted one is another one. */
export function duplicateText({ same, posted_at }: DuplicateRow, timezone: string): string {
  return same === 'number'
    ? 'Поставка с этим номером и датой уже проведена. Провести ещё одну?'
    : `Поставка похожа на уже принятую ${timeText(posted_at, timezone)}: тот же поставщик и те же строки. Провести ещё одну?`;
}

/** Whether a day is still to come by the venue's clock. */
export const isAhead = (day: string, now: Date, timezone: string): boolean =>
  day > new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(now);
