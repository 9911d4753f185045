/** A tenant that nobody has asked for this long is left out, until it is asked again. */
const QUIET_MS = 30 * 60_000;
/** After a day without a request its numbers begin anew. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

export interface TenantTally {
  id: string;
  /** The class of the answers, such as `2xx`. */
  status: string;
  count: number;
}

/** Counts the answers to requests of each tenant, in this process. */
export function createTenantTallies({ now = () => performance.now() }: { now?: () => number } = {}) {
  const tenants = new Map<string, { at: number; counts: Map<string, number> }>();

  return {
    count(id: string, status: number): void {
      const tenant = tenants.get(id) ?? { at: 0, counts: new Map<string, number>() };
      const kind = `${Math.floor(status / 100)}xx`;
      tenant.at = now();
      tenant.counts.set(kind, (tenant.counts.get(kind) ?? 0) + 1);
      tenants.set(id, tenant);
    },
    /** The tenants that were asked lately. */
    list(): TenantTally[] {
      for (const [id, { at }] of tenants) if (now() - at > FORGOTTEN_MS) tenants.delete(id);
      return [...tenants]
        .filter(([, { at }]) => now() - at <= QUIET_MS)
        .flatMap(([id, { counts }]) => [...counts].map(([status, count]) => ({ id, status, count })));
    },
  };
}
export type TenantTallies = ReturnType<typeof createTenantTallies>;
