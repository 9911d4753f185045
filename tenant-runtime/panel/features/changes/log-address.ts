import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import { type Method, methods, type Reason, reasons, type Source } from '@ostatok/tenant-runtime/contract/changes.ts';
import { sourceLabels } from '../../changes/change-labels.ts';
import { boundsOf, type Period, periods } from './period.ts';

export interface LogFilter {
  item: number | null;
  user: number | null;
  source: Source | null;
  method: Method | null;
  reason: Reason | null;
  import: string | null;
  period: Period;
  from: string;
  to: string;
}

export const everything: LogFilter = {
  item: null,
  user: null,
  source: null,
  method: null,
  reason: null,
  import: null,
  period: 'all',
  from: '',
  to: '',
};

const sources = Object.keys(sourceLabels) as Source[];
const oneOf = <T extends string>(values: readonly T[], given: string | null): T | null =>
  values.find((value) => value === given) ?? null;
const numberOf = (given: string | null): number | null => (given && /^\d{1,9}$/.test(given) ? Number(given) : null);
const uuidOf = (given: string | null): string | null => (isUuid(given) ? given.toLowerCase() : null);
const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);
const dayOf = (given: string | null): string => (given && isDay(given) ? given : '');

/** Reads the filter from the page's address; unknown parameters and values are ignored. */
export function filterFrom(address: URLSearchParams): LogFilter {
  return {
    item: numberOf(address.get('item')),
    user: numberOf(address.get('user')),
    source: oneOf(sources, address.get('source')),
    method: oneOf(methods, address.get('method')),
    reason: oneOf(reasons, address.get('reason')),
    import: uuidOf(address.get('import')),
    period: oneOf(periods, address.get('period')) ?? everything.period,
    from: dayOf(address.get('from')),
    to: dayOf(address.get('to')),
  };
}

/** Writes a filter as the shortest address. */
export const addressOf = (filter: LogFilter): URLSearchParams =>
  new URLSearchParams(
    Object.entries(filter)
      .filter(([name, value]) => value !== everything[name as keyof LogFilter])
      .map(([name, value]) => [name, String(value)]),
  );

/** Writes the filter as the API's query, whose days are those of the tenant's time zone. */
export function queryOf({ period, from, to, ...filter }: LogFilter, timeZone: string): URLSearchParams {
  const bounds = boundsOf(period, new Date(), timeZone, { from, to });
  const given = Object.entries({ ...filter, ...bounds });
  return new URLSearchParams(given.filter(([, value]) => value != null).map(([name, value]) => [name, String(value)]));
}
