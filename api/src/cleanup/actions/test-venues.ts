import type { Knex } from '@ostatok/kit/node/db.ts';
import type { TenantQuarantine, TenantSnapshot } from '../../tenant-removal/tenant-quarantine.service.ts';
import { TEST_PREFIX } from '../audit.service.ts';
import { databaseBytes } from '../set-aside-databases.queries.ts';
import { listWithPrefix } from '../venues.queries.ts';
import type { CleanupWork, QuarantineSteps } from '../work.ts';

/** Tenants whose address begins with test-: deleted as by their owner, and restored to their earlier state. */
export function testVenuesWork(deps: {
  db: Knex;
  server: Knex;
  tenantQuarantine: TenantQuarantine;
  /** Purges the tenant, and records its erasure outside the database. */
  purge: (id: string) => Promise<boolean>;
  now: () => Date;
}): CleanupWork {
  const { db, server, tenantQuarantine } = deps;
  const steps: QuarantineSteps<TenantSnapshot> = {
    snapshot: (id) => tenantQuarantine.snapshot(id),
    setAside: (id) => tenantQuarantine.setAside(id, deps.now()),
    restore: (id, _aside, was) => tenantQuarantine.restore(id, was),
    purge: async (id) => void (await deps.purge(id)),
  };
  return {
    counts: 'deleted',
    async find(keys) {
      const venues = (await listWithPrefix(db, TEST_PREFIX, keys)).filter(({ status }) => status !== 'creating');
      const found = [];
      for (const { id, subdomain, status, suspended_by } of venues) {
        found.push({
          key: id,
          label: subdomain,
          what: 'Удалить заведение, стереть данные через 7 дней',
          why: `Адрес начинается с ${TEST_PREFIX}`,
          bytes: await databaseBytes(server, id),
          evidence: JSON.stringify([subdomain, status, suspended_by]),
        });
      }
      return found;
    },
    quarantine: steps,
  };
}
