import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Lifecycle } from '@ostatok/kit/node/lifecycle.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Accounts } from './account/account.service.ts';
import type { Passwords } from './auth/passwords.ts';
import type { AuditedIngress } from './cleanup/observed-state.ts';
import type { QuarantineMoment } from './cleanup/quarantine.service.ts';
import type { PlatformEnv } from './config.ts';
import type { MeasureDisk } from './diagnostics/disk-space.ts';
import type { Launcher } from './hosting/launcher.ts';
import type { OnStep } from './tenants/provisioning.service.ts';

export interface PlatformOptions {
  config: PlatformEnv;
  /** The platform's own database, on the server that also holds tenants' databases. */
  databaseUrl: string;
  secretKey: string;
  /** Those before it, while what they have sealed and signed is still about. */
  previousKeys?: string[];
  home: string;
  /** The project's folder: the built pages and the tenant bundle are in it. */
  root: string;
  log: Logger;
  /** Where the log is written to; absent where it goes to the standard output. */
  logFile?: string | undefined;
  /** Everything started is stopped by it, the last first. */
  lifecycle: Lifecycle;
  /** Whom the process was started as, where it may be another one by now. */
  startedAs?: number;
  /** Whether root has got control groups for venues; absent where nobody has looked. */
  hasControlGroups?: boolean | undefined;
  /** No other api process can be on this database. */
  alone: boolean;
  /** Who starts venues; the platform itself by default. */
  launcher?: Launcher | undefined;
  onStep?: OnStep;
  onQuarantine?: (moment: QuarantineMoment) => void | Promise<void>;
  /** Where venues have a file of their own at the ingress; the built-in one keeps none. */
  siteFiles?: AuditedIngress;
  /** Root binds the port and needs nothing of root any more. */
  onListening?: (() => void) | undefined;
  /** How passwords are hashed; tests hash them quickly. */
  passwords?: Passwords;
  /** How much room there is where a path is; a test says so itself. */
  measureDisk?: MeasureDisk;
  /** How much memory the machine could give yet; a test says so itself. */
  freeMemoryMb?: () => number;
  /** The clock of people, payments and periods; a test moves it. */
  now?: () => Date;
  /** What has to be there before a stranger's first request: nobody may take the administrator's address. */
  beforeListening?: (clients: { db: Knex; accounts: Accounts }) => Promise<void>;
}
