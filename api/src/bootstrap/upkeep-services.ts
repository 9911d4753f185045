import { join } from 'node:path';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import { tenantMigrations } from '../../../migrations/tenant/list.ts';
import { createAttention, type ReadAttention } from '../attention/attention.service.ts';
import { installedAt } from '../backups/backups.queries.ts';
import { type Backups, type BackupsDeps, createBackups } from '../backups/backups.service.ts';
import { createBackupFiles } from '../backups/files.ts';
import { platformSubject } from '../backups/platform-subject.ts';
import type { Subject, Subjects } from '../backups/subjects.ts';
import { measureDisk } from '../diagnostics/disk-space.ts';
import { createPlatformLog } from '../diagnostics/platform-log.service.ts';
import { createHardening, type Hardening } from '../hardening/hardening.service.ts';
import { findTools } from '../hosting/confinement.ts';
import { createResealing } from '../keys/resealing.service.ts';
import { backupKeysOf } from '../keys/secret-keys.ts';
import type { VenueDatabase } from '../tenants/removal/tenant-databases.service.ts';
import { isHealthy } from '../tenants/supervisor/tenant-client.ts';
import { createDiagnosticsServices } from './diagnostics-services.ts';
import type { TenantServices } from './tenant-services.ts';
import type { UpkeepOptions } from './upkeep-options.ts';

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

function createSubjects({ db, databaseUrl, venues }: UpkeepOptions): Subjects {
  const platform = async (): Promise<Subject> => platformSubject(databaseUrl, await installedAt(db));
  return {
    async find(tenantId) {
      if (tenantId === null) return platform();
      const venue = await venues.databases.find(tenantId);
      return venue && ofVenue(venue);
    },
    living: async () => [await platform(), ...(await venues.databases.living()).map(ofVenue)],
  };
}

/** Starts a restored tenant and waits for its answer; a tenant that may not run stays asleep. */
function createVenueSwitch({ runtime }: Pick<TenantServices, 'runtime'>): BackupsDeps['venues'] {
  return {
    whileStopped: (id, work) => runtime.whileStopped(id, work),
    async start(id) {
      const endpoint = await runtime.wakeIfActive(id);
      if (endpoint && !(await isHealthy({ endpoint, secret: '' }))) throw new Unavailable(10);
    },
  };
}

function keysOf({ db, secretKey, previousKeys = [], log }: UpkeepOptions) {
  const resealing = createResealing({ db, secrets: createSecrets(secretKey, previousKeys), log });
  return { previous: previousKeys.length, remaining: resealing.remaining };
}

function attentionOver(options: UpkeepOptions, backups: Backups, hardening: Hardening): ReadAttention {
  const { accounts, administration } = options;
  return createAttention({
    db: options.db,
    measureDisk: options.measureDisk ?? measureDisk,
    folders: [options.home, backups.files.root],
    payments: accounts.adminPayments,
    backups,
    hardening,
    audit: administration.audit,
    proposals: administration.proposals,
    trustedClock: accounts.trustedClock,
    jobRuns: options.jobRuns,
    busy: options.venues.busy,
    log: options.log,
    now: options.now ?? (() => new Date()),
  });
}

/** Creates the services of backups and of the administrator's checks. */
export function createUpkeep(options: UpkeepOptions) {
  const { db, lockPool, config, home, accounts, venues, administration, log, now } = options;
  const backups = createBackups({
    db,
    lockPool,
    server: db,
    files: createBackupFiles(config.BACKUP_DIR ?? join(home, 'backups'), backupKeysOf(config, options)),
    subjects: createSubjects(options),
    venues: createVenueSwitch(venues),
    operations: administration.operations,
    activity: accounts.activity,
    trustedClock: accounts.trustedClock,
    tell: (id) => accounts.live.tell(db, { resource: 'backups', id }),
    keep: config.BACKUP_KEEP,
    longestMs: options.longestBackupMs,
    log,
    now,
  });
  const { diagnostics } = createDiagnosticsServices(options, backups);
  const uid = options.startedAs ?? process.getuid?.();
  const hardening = createHardening({
    db,
    config,
    home,
    uid,
    addresses: options.addresses,
    backups,
    keys: keysOf(options),
    tools: findTools(),
    hasControlGroups: options.hasControlGroups,
    measureDisk: options.measureDisk ?? measureDisk,
    now: now ?? (() => new Date()),
  });
  const readAttention = attentionOver(options, backups, hardening);
  return { backups, diagnostics, hardening, readAttention, readLog: createPlatformLog(options.logFile) };
}
export type Upkeep = ReturnType<typeof createUpkeep>;
