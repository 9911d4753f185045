import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import { createAttentionModule } from '../attention/module.ts';
import type { ReportSources } from '../attention/process-reports.ts';
import { createBackupsModule } from '../backups/module.ts';
import { createDiagnosticsModule } from '../diagnostics/module.ts';
import { createHardening } from '../hardening/hardening.service.ts';
import { findTools } from '../hosting/confinement.ts';
import { createResealing } from '../keys/resealing.service.ts';
import { createLogsModule } from '../logs/module.ts';
import type { Addresses } from '../platform/addresses.ts';
import type { MeasureDisk } from '../platform/disk-space.ts';
import type { JobRuns } from '../platform/jobs.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { alertChatOf } from '../settings.ts';
import { createStatusModule } from '../status/module.ts';
import type { StatusDeps } from '../status/status.service.ts';
import type { Storage } from '../storage/storage.ts';
import type { ApiRoots } from '../telegram/api-roots.ts';
import type { AccountModules } from './account-modules.ts';
import type { Administration } from './administration-modules.ts';
import type { Module } from './module.ts';
import type { Base } from './open-database.ts';
import type { PlatformOptions } from './platform-options.ts';
import type { TenantModules } from './tenant-modules.ts';

type Upkept = Omit<Base, 'secrets'> & PlatformOptions & AccountModules & TenantModules & Administration;

interface UpkeepOptions extends Omit<Upkept, 'modules' | 'now' | 'measureDisk'> {
  addresses: Addresses;
  /** Where backups are kept. */
  storage: Storage;
  /** Absent where the real Telegram is configured. */
  sandbox?: Sandbox | undefined;
  /** Returns how the periodic jobs of this process went. */
  jobRuns: () => JobRuns[];
  measureDisk: MeasureDisk;
  isReady: StatusDeps['isReady'];
  bots: ReportSources['bots'];
  maxBots: ReportSources['maxBots'];
  telegramApiRoots: ApiRoots;
  supportEmail: string;
  now: () => Date;
}

function keysOf({ db, secretKey, previousKeys = [], log }: UpkeepOptions) {
  const resealing = createResealing({ db, secrets: createSecrets(secretKey, previousKeys), log });
  return { previous: previousKeys.length, remaining: resealing.remaining };
}

/** Creates the modules of backups and of the administrator's checks. */
export function createUpkeep(options: UpkeepOptions) {
  const backups = createBackupsModule(options);
  const shared = { ...options, ...backups.services };
  const uid = options.startedAs ?? process.getuid?.();
  const hardening = createHardening({ ...shared, uid, keys: keysOf(options), tools: findTools() });
  const diagnostics = createDiagnosticsModule({ ...shared, hardening });
  const attention = createAttentionModule({
    ...shared,
    backupsFolder: options.storage.folder,
    payments: options.adminPayments,
    hardening,
    publicUrl: options.addresses.publicUrl,
    alertChat: alertChatOf(options.config),
  });
  const status = createStatusModule({
    ...shared,
    readUrgent: attention.services.readUrgent,
    readReports: attention.services.reports.read,
  });
  const modules: Module[] = [attention, backups, diagnostics, createLogsModule(shared), status];
  return {
    ...backups.services,
    ...diagnostics.services,
    ...attention.services,
    ...status.services,
    hardening,
    modules,
  };
}
export type Upkeep = ReturnType<typeof createUpkeep>;
