import type { Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findBySubdomain } from './tenants.queries.ts';

const TTL_MS = 1000;
const MAX_ENTRIES = 10_000;

type Venue = Pick<TenantRow, 'id' | 'status' | 'suspended_by'>;
type Entry = { until: number; venue: Venue | undefined };

/** Finds tenants by subdomain with a cache of a second, so that a burst of requests costs one query. */
export function createDirectory(db: Knex) {
  const entries = new Map<string, Entry>();
  return {
    async find(subdomain: string): Promise<Entry['venue']> {
      const known = entries.get(subdomain);
      if (known && known.until > Date.now()) return known.venue;
      const row = await findBySubdomain(db, subdomain);
      const venue = row && { id: row.id, status: row.status, suspended_by: row.suspended_by };
      if (entries.size >= MAX_ENTRIES) entries.clear();
      entries.set(subdomain, { until: Date.now() + TTL_MS, venue });
      return venue;
    },
    forget: (): void => entries.clear(),
  };
}
