import type { Knex } from '@ostatok/kit/node/db.ts';

/** Bounds by the tenant's days: `from` is a day's beginning and `to` its end. */
export function applyBound(
  query: Knex.QueryBuilder,
  column: string,
  [bound, value]: ['from' | 'to', string],
  timezone: string,
): void {
  const comparison = bound === 'from' ? '>=' : '<';
  if (value.length > 10) query.where(column, comparison, new Date(value));
  else {
    const day = bound === 'from' ? '?::date' : '?::date + 1';
    query.whereRaw(`?? ${comparison} (${day})::timestamp at time zone ?`, [column, value, timezone]);
  }
}
