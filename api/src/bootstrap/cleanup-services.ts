import type { CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { deletedVenuesWork } from '../cleanup/actions/deleted-venues.ts';
import { mismatchesWork } from '../cleanup/actions/mismatches.ts';
import { orphanedDatabasesWork } from '../cleanup/actions/orphaned-databases.ts';
import { orphanedProcessesWork } from '../cleanup/actions/orphaned-processes.ts';
import { orphanedSitesWork } from '../cleanup/actions/orphaned-sites.ts';
import { testVenuesWork } from '../cleanup/actions/test-venues.ts';
import { createCleanup } from '../cleanup/cleanup.service.ts';
import { type AuditedIngress, createStateObserver } from '../cleanup/observed-state.ts';
import type { QuarantineMoment } from '../cleanup/quarantine.service.ts';
import type { CleanupWork } from '../cleanup/work.ts';
import type { AccountServices } from './account-services.ts';
import type { Administration } from './administration-services.ts';
import type { People } from './people-services.ts';
import type { TenantServices } from './tenant-services.ts';

interface CleanupOptions {
  db: Knex;
  /** The pool for locks that are held while resources are moved. */
  lockPool: Knex;
  accounts: Pick<AccountServices, 'activity' | 'live' | 'trustedClock'>;
  venues: TenantServices;
  people: Pick<People, 'retention'>;
  administration: Pick<Administration, 'operations'>;
  ingress: AuditedIngress;
  log: Logger;
  now?: () => Date;
  onMoment?: (moment: QuarantineMoment, action: CleanupAction) => void | Promise<void>;
}

/** Creates the cleanup services, which look at everything that can hold traces of tenants. */
export function createCleanupServices(options: CleanupOptions) {
  const {
    db,
    lockPool,
    accounts,
    venues,
    people,
    administration,
    ingress,
    log,
    onMoment,
    now = () => new Date(),
  } = options;
  const { host, installation, runtime, provisioning, tenantQuarantine } = venues;
  const purge = people.retention.purgeDeletedVenue;
  const observeState = createStateObserver({ installation, host, ingress });
  const works: Record<CleanupAction, CleanupWork> = {
    orphaned_db: orphanedDatabasesWork({ db, server: db, observeState }),
    orphaned_containers: orphanedProcessesWork({ db, observeState, host, runtime }),
    test_tenants: testVenuesWork({ db, server: db, tenantQuarantine, purge, now }),
    fix_mismatches: mismatchesWork({
      db,
      observeState,
      runtime,
      provisioning,
      remove: venues.removal.removeAgain,
      now,
    }),
    deleted_tenants: deletedVenuesWork({ db, server: db, trustedClock: accounts.trustedClock, purge, now }),
    orphaned_nginx: orphanedSitesWork({ db, observeState, ingress }),
  };
  const cleanup = createCleanup({
    db,
    lockPool,
    works,
    operations: administration.operations,
    activity: accounts.activity,
    trustedClock: accounts.trustedClock,
    tell: (trx, id) => accounts.live.tell(trx, { resource: 'quarantine', id }),
    log,
    now,
    onMoment,
  });
  return {
    ...cleanup,
    /** Periodic work: marks what belongs to this installation and deletes what has been in quarantine long enough. */
    async sweep(): Promise<void> {
      await installation.markAll();
      await cleanup.sweep();
    },
  };
}
export type CleanupServices = ReturnType<typeof createCleanupServices>;
