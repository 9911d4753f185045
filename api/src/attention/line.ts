import type { AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import type { Some } from './attention.queries.ts';

export const NAMED = 3;

type Line = Omit<AttentionLine, 'since' | 'details'> & { since?: Date | null; details?: string[] };

export const line = ({ since, details = [], ...rest }: Line): AttentionLine => ({
  ...rest,
  details,
  since: since?.toISOString() ?? null,
});

export const named = ({ first }: Some): string[] =>
  first.map(({ name, reason }) => (reason ? `${name}: ${reason}` : name));
export const about = (some: Some) => ({ count: some.count, since: some.since, details: named(some) });
/** One tenant has a page of its own; several have a list. */
export const tenantsPath = ({ count, first }: Some, query: string): string =>
  count === 1 ? `/admin/tenants/${first[0]?.id}` : `/admin/tenants?${query}`;
