import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Registry } from 'prom-client';
import { tenantMigrations } from '../../../migrations/tenant/list.ts';
import type { PlatformEnv } from '../config.ts';
import { backupKeysOf } from '../keys/secret-keys.ts';
import type { Live } from '../live/live.service.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Storage } from '../storage/storage.ts';
import { isHealthy } from '../supervisor/tenant-client.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import type { VenueDatabase, VenueDatabases } from '../tenant-removal/tenant-databases.service.ts';
import { measureBackups } from './backup-metrics.ts';
import { installedAt } from './backups.queries.ts';
import { backupsRoutes } from './backups.routes.ts';
import { type BackupsDeps, createBackups } from './backups.service.ts';
import { createBackupFiles } from './files.ts';
import { platformSubject } from './platform-subject.ts';
import type { Subject, Subjects } from './subjects.ts';

type Given = Pick<BackupsDeps, 'db' | 'lockPool' | 'activity' | 'trustedClock' | 'log' | 'now'>;

interface BackupsModuleDeps extends Given {
  /** The platform's own database. */
  databaseUrl: string;
  config: PlatformEnv;
  secretKey: string;
  previousKeys?: string[] | undefined;
  /** Where the backups are kept. */
  storage: Storage;
  databases: VenueDatabases;
  runtime: Pick<TenantRuntime, 'whileStopped' | 'wakeIfActive'>;
  operations: Operations;
  live: Live;
  longestBackupMs?: number | undefined;
}

const ofVenue = ({ id, subdomain, displayName, createdAt, urlOf, ensure }: VenueDatabase): Subject => ({
  ensure,
  tenantId: id,
  subdomain,
  label: `${displayName} (${subdomain})`,
  database: id,
  owner: id,
  urlOf,
  migrations: tenantMigrations,
  since: createdAt,
});

function createSubjects({ db, databaseUrl, databases }: BackupsModuleDeps): Subjects {
  const platform = async (): Promise<Subject> => platformSubject(databaseUrl, await installedAt(db));
  return {
    async find(tenantId) {
      if (tenantId === null) return platform();
      const venue = await databases.find(tenantId);
      return venue && ofVenue(venue);
    },
    living: async () => [await platform(), ...(await databases.living()).map(ofVenue)],
  };
}

/** Starts a restored tenant and waits for its answer; a tenant that may not run stays asleep. */
function createVenueSwitch({ runtime }: BackupsModuleDeps): BackupsDeps['venues'] {
  return {
    whileStopped: (id, work) => runtime.whileStopped(id, work),
    async start(id) {
      const wake = () => runtime.wakeIfActive(id);
      // the first may have joined a visitor's start, which has failed with the database from before the switch
      const endpoint = await wake().catch(wake);
      if (endpoint && !(await isHealthy({ endpoint }))) throw new Unavailable(10);
    },
  };
}

/** Backups of the platform and of every tenant. */
export function createBackupsModule(deps: BackupsModuleDeps) {
  const { db, config, live, operations } = deps;
  const backups = createBackups({
    ...deps,
    server: db,
    files: createBackupFiles(deps.storage, backupKeysOf(config, deps)),
    subjects: createSubjects(deps),
    venues: createVenueSwitch(deps),
    notify: (id) => live.notify(db, { resource: 'backups', id }),
    keep: config.BACKUP_KEEP,
    longestMs: deps.longestBackupMs,
  });
  return {
    services: { backups },
    routes: [backupsRoutes(backups, operations)],
    registerMetrics: (registry: Registry): void => measureBackups(registry, backups),
    jobs: [
      { name: 'backups', cron: '35 * * * *', run: backups.schedule.makeDue },
      { name: 'backup-proofs', cron: '50 * * * *', run: backups.schedule.proveDue },
    ],
  };
}
