import type { Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../platform/tables.ts';
import { clearEndpoint, setEndpoint } from './instances.queries.ts';

/** The endpoints of tenants known to be up; the database holds them for other api processes. */
export function createEndpoints(db: Knex) {
  const awake = new Map<string, string>();

  /** Only this very endpoint is forgotten: a newer one stays. */
  function drop(id: string, endpoint: string): void {
    if (awake.get(id) === endpoint) awake.delete(id);
  }

  /** Forgets the endpoint before the process is stopped, and returns it. */
  function take(id: string): string | undefined {
    const endpoint = awake.get(id);
    awake.delete(id);
    return endpoint;
  }

  return {
    find: (id: string): string | undefined => awake.get(id),
    set: (id: string, endpoint: string): void => void awake.set(id, endpoint),
    drop,
    take,

    /** Clears the endpoint of a tenant that does not answer; a newer one stays. */
    async clear({ id, endpoint }: TenantRow): Promise<void> {
      if (!endpoint) return;
      drop(id, endpoint);
      await clearEndpoint(db, id, endpoint);
    },

    /** Takes over what the host says and saves it; null means that the process is gone. */
    async change(id: string, endpoint: string | null): Promise<void> {
      const before = take(id);
      if (endpoint) awake.set(id, endpoint);
      if (endpoint) await setEndpoint(db, id, endpoint);
      else if (before) await clearEndpoint(db, id, before);
    },
  };
}
