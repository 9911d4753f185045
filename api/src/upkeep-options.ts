import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { AccountServices } from './account-services.ts';
import type { Administration } from './administration-services.ts';
import type { PlatformEnv } from './config.ts';
import type { MeasureDisk } from './diagnostics/disk-space.ts';
import type { JobRuns } from './jobs.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { TenantServices } from './tenant-services.ts';
import type { Addresses } from './tenants/addresses.ts';

/** What backups, diagnostics and the checks of the installation are made from. */
export interface UpkeepOptions {
  db: Knex;
  /** Where locks are held for as long as long work takes. */
  lockPool: Knex;
  /** The platform's own database. */
  databaseUrl: string;
  config: PlatformEnv;
  secretKey: string;
  previousKeys?: string[];
  /** The installation's folder: backups are in it unless told otherwise. */
  home: string;
  accounts: Pick<AccountServices, 'activity' | 'live' | 'accounts' | 'trustedClock' | 'adminPayments'>;
  venues: TenantServices;
  administration: Pick<Administration, 'operations' | 'overview' | 'catalogue' | 'matching' | 'audit' | 'proposals'>;
  addresses: Addresses;
  /** The project's folder. */
  root: string;
  /** Absent where the real Telegram is configured. */
  sandbox?: Sandbox;
  log: Logger;
  /** Where the platform's own log is written to. */
  logFile?: string | undefined;
  /** Whom the process was started as, where it is another one now. */
  startedAs?: number;
  hasControlGroups?: boolean | undefined;
  /** How periodic work went in this process. */
  jobRuns: () => JobRuns[];
  measureDisk?: MeasureDisk | undefined;
  now?: () => Date;
}
