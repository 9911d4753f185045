import type { Logger } from '@ostatok/kit/node/log.ts';
import { tenantMigrations } from '../../../migrations/tenant/list.ts';
import type { BackupKeys } from '../keys/backup-keys.ts';
import type { Storage } from '../storage/storage.ts';
import { archivesRoutes } from './archives.routes.ts';
import { createArchives } from './archives.service.ts';

export interface ArchivesModuleDeps {
  storage: Storage;
  backupKeys: BackupKeys;
  log: Logger;
  now?: (() => Date) | undefined;
}

/** Archives from which new tenants are made. */
export function createArchivesModule({ backupKeys, now = () => new Date(), ...deps }: ArchivesModuleDeps) {
  const archives = createArchives({ ...deps, keys: backupKeys, migrations: tenantMigrations, now });
  return {
    services: { archives },
    routes: [archivesRoutes(archives)],
    jobs: [{ name: 'old-archives', cron: '25 * * * *', run: archives.removeOld }],
  };
}
