import type { Knex } from '@ostatok/kit/node/db.ts';
import type { OnAnswer } from '@ostatok/kit/node/endpoints.ts';
import type { Lifecycle } from '@ostatok/kit/node/lifecycle.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { AuditedIngress } from '../cleanup/observed-state.ts';
import type { QuarantineMoment } from '../cleanup/quarantine.service.ts';
import type { PlatformEnv } from '../config.ts';
import type { Containers } from '../hosting/containers/prepare.ts';
import type { Launcher } from '../hosting/launcher.ts';
import type { MeasureDisk } from '../platform/disk-space.ts';
import type { OnStep } from '../provisioning/provisioning.service.ts';
import type { Storage } from '../storage/storage.ts';

export interface PlatformOptions {
  config: PlatformEnv;
  /** The platform's own database; its server also holds the tenants' databases. */
  databaseUrl: string;
  secretKey: string;
  /** Former keys, while texts that they have sealed or signed are still in use. */
  previousKeys?: string[];
  home: string;
  /** The project's folder with the built pages and the tenant bundle. */
  root: string;
  log: Logger;
  /** The file of the platform's log; absent where the log goes to standard output. */
  logFile?: string | undefined;
  /** It stops everything that was started, in reverse order. */
  lifecycle: Lifecycle;
  /** The user id the process was started with; the process may have another one by now. */
  startedAs?: number;
  /** Whether root has set up control groups for tenants; absent where nobody has checked. */
  hasControlGroups?: boolean | undefined;
  /** No other api process can be on this database. */
  alone: boolean;
  /** The engine that tenants run on; absent where they are processes. */
  containers?: Containers | undefined;
  /** Starts tenants' processes; by default the platform itself does. */
  launcher?: Launcher | undefined;
  onStep?: OnStep;
  onQuarantine?: (moment: QuarantineMoment) => void | Promise<void>;
  /** The files that tenants have at the ingress; the built-in ingress keeps none. */
  siteFiles?: AuditedIngress;
  /** Is called when the port is bound and the platform needs nothing of root any more. */
  onListening?: (() => void) | undefined;
  /** How passwords are hashed; tests hash them quickly. */
  passwords?: Passwords;
  /** Where backups are kept; the default is what the environment names. */
  storage?: Storage;
  /** Measures the free space at a path; tests replace it. */
  measureDisk?: MeasureDisk;
  /** How long work with the backup of one tenant may take; tests shorten it. */
  longestBackupMs?: number;
  /** How long an answer waits for the end of an operation or for a new tenant; tests lengthen it. */
  longestAnswerMs?: number;
  /** How long a request waits for a tenant to wake; tests lengthen it. */
  longestWakeMs?: number;
  /** Returns how much memory in MB the machine can still give; tests replace it. */
  freeMemoryMb?: () => number;
  /** Is told every answer of an endpoint; tests compare it with its schema. */
  onAnswer?: OnAnswer;
  /** The address below which MAX brings events; tests have no https at the usual port. */
  maxWebhooksAt?: string;
  /** The clock of accounts, payments and periods; tests move it. */
  now?: () => Date;
  /** Makes what must exist before a stranger's first request: nobody may register with the administrator's address. */
  beforeListening?: (clients: { db: Knex; accounts: Accounts }) => Promise<void>;
}
