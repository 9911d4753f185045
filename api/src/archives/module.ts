import type { Logger } from '@ostatok/kit/node/log.ts';
import { tenantMigrations } from '../../../migrations/tenant/list.ts';
import type { BackupKeys } from '../keys/backup-keys.ts';
import type { MeasureDisk } from '../platform/disk-space.ts';
import type { Storage } from '../storage/storage.ts';
import { archivesRoutes, type RequireRoom } from './archives.routes.ts';
import { createArchives } from './archives.service.ts';

export interface ArchivesModuleDeps {
  storage: Storage;
  backupKeys: BackupKeys;
  /** Throws when this caller may not open a tenant anyway. */
  requireRoom: RequireRoom;
  measureDisk?: MeasureDisk | undefined;
  log: Logger;
  now?: (() => Date) | undefined;
}

/** Archives from which new tenants are made. */
export function createArchivesModule({ backupKeys, requireRoom, now = () => new Date(), ...deps }: ArchivesModuleDeps) {
  const archives = createArchives({ ...deps, keys: backupKeys, migrations: tenantMigrations, now });
  return {
    services: { archives },
    routes: [archivesRoutes(archives, requireRoom)],
    jobs: [{ name: 'old-archives', cron: '25 * * * *', run: archives.removeOld }],
  };
}
