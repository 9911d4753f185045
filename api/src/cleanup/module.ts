import type { CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Host } from '../hosting/host.ts';
import type { Live } from '../live/live.service.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Provisioning } from '../provisioning/provisioning.service.ts';
import type { Retention } from '../retention/retention.service.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import type { Installation } from '../tenant-removal/installation.service.ts';
import type { VenueRemoval } from '../tenant-removal/removal.service.ts';
import type { TenantQuarantine } from '../tenant-removal/tenant-quarantine.service.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import { deletedVenuesWork } from './actions/deleted-venues.ts';
import { mismatchesWork } from './actions/mismatches.ts';
import { orphanedDatabasesWork } from './actions/orphaned-databases.ts';
import { orphanedProcessesWork } from './actions/orphaned-processes.ts';
import { orphanedSitesWork } from './actions/orphaned-sites.ts';
import { testVenuesWork } from './actions/test-venues.ts';
import { auditRoutes } from './audit.routes.ts';
import { createAudit } from './audit.service.ts';
import { cleanupRoutes } from './cleanup.routes.ts';
import { createCleanup } from './cleanup.service.ts';
import { type AuditedHost, type AuditedIngress, createStateObserver } from './observed-state.ts';
import type { QuarantineMoment } from './quarantine.service.ts';
import { createQuarantinedFiles } from './quarantined-files.service.ts';
import type { CleanupWork, QuarantineSteps } from './work.ts';

interface AuditDeps {
  db: Knex;
  installation: Pick<Installation, 'mark' | 'databases' | 'roles'>;
  host: AuditedHost;
  ingress: AuditedIngress;
  now?: (() => Date) | undefined;
}

/** Compares the platform's rows with what really exists. */
export function createAuditModule({ db, now, ...observed }: AuditDeps) {
  const audit = createAudit({ db, observeState: createStateObserver(observed), now });
  return { services: { audit }, routes: [auditRoutes(audit)] };
}

interface CleanupDeps extends Omit<AuditDeps, 'installation' | 'host'> {
  installation: Installation;
  host: Host;
  /** The pool for locks that are held while resources are moved. */
  lockPool: Knex;
  runtime: TenantRuntime;
  provisioning: Provisioning;
  tenantQuarantine: TenantQuarantine;
  removal: Pick<VenueRemoval, 'removeAgain'>;
  retention: Pick<Retention, 'purgeDeletedVenue'>;
  operations: Operations;
  activity: Activity;
  live: Live;
  trustedClock: TrustedClock;
  log: Logger;
  onQuarantine?: ((moment: QuarantineMoment, action: CleanupAction) => void | Promise<void>) | undefined;
}

function worksOf(deps: CleanupDeps, now: () => Date): Record<CleanupAction, CleanupWork> {
  const { db, runtime, host, ingress, tenantQuarantine, provisioning } = deps;
  const observeState = createStateObserver(deps);
  const purge = deps.retention.purgeDeletedVenue;
  const remove = deps.removal.removeAgain;
  return {
    orphaned_db: orphanedDatabasesWork({ db, server: db, observeState }),
    orphaned_containers: orphanedProcessesWork({ db, observeState, host, runtime }),
    test_tenants: testVenuesWork({ db, server: db, tenantQuarantine, purge, now }),
    fix_mismatches: mismatchesWork({ db, observeState, runtime, provisioning, ingress, remove, now }),
    deleted_tenants: deletedVenuesWork({ db, server: db, trustedClock: deps.trustedClock, purge, now }),
    orphaned_nginx: orphanedSitesWork({ db, observeState, ingress }),
  };
}

/** Cleanup of everything that can hold traces of tenants. */
export function createCleanupModule({ now = () => new Date(), ...deps }: CleanupDeps) {
  const { operations, live, onQuarantine: onMoment } = deps;
  const works = worksOf(deps, now);
  const cleanup = createCleanup({
    ...deps,
    works,
    notify: (trx, id) => live.notify(trx, { resource: 'quarantine', id }),
    now,
    onMoment,
  });
  const { setAside } = works.orphaned_containers.quarantine as QuarantineSteps;
  const quarantinedFiles = createQuarantinedFiles({ ...deps, setAside });
  /** Marks what belongs to this installation and deletes what has been in quarantine long enough. */
  async function sweep(): Promise<void> {
    await deps.installation.markAll();
    await cleanup.sweep();
  }
  return {
    services: { cleanup: { ...cleanup, sweep }, quarantinedFiles },
    routes: [cleanupRoutes(cleanup, operations)],
    jobs: [{ name: 'quarantine', cron: '30 * * * *', run: sweep }],
    watches: [{ name: 'quarantined files', start: quarantinedFiles.watch }],
  };
}
