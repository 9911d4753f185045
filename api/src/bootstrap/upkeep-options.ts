import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { PlatformEnv } from '../config.ts';
import type { MeasureDisk } from '../diagnostics/disk-space.ts';
import type { JobRuns } from '../platform/jobs.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Addresses } from '../tenants/addresses.ts';
import type { AccountServices } from './account-services.ts';
import type { Administration } from './administration-services.ts';
import type { TenantServices } from './tenant-services.ts';

/** What backups, diagnostics and the checks of the installation are made from. */
export interface UpkeepOptions {
  db: Knex;
  /** The pool for locks that are held as long as long work takes. */
  lockPool: Knex;
  /** The platform's own database. */
  databaseUrl: string;
  config: PlatformEnv;
  secretKey: string;
  previousKeys?: string[];
  /** The installation's folder, which holds the backups by default. */
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
  /** The file of the platform's own log. */
  logFile?: string | undefined;
  /** The user id the process was started with, if it has another one now. */
  startedAs?: number;
  hasControlGroups?: boolean | undefined;
  /** Returns how the periodic jobs of this process went. */
  jobRuns: () => JobRuns[];
  measureDisk?: MeasureDisk | undefined;
  longestBackupMs?: number | undefined;
  now?: () => Date;
}
