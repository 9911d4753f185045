import type { ServerPlace } from '@ostatok/kit/node/postgres-server.ts';
import type { TenantSpec } from './host.ts';
import type { LauncherOptions } from './launcher.ts';

/** Everything that the spawner ever acts on; it is given while the platform is still root. */
export interface SpawnerOptions extends LauncherOptions {
  /** The place of the embedded server, if there is one. */
  postgres: ServerPlace | undefined;
}

/** A call of the platform, which is no longer root; each call gets one answer. */
export type Call =
  | { call: number; launch: TenantSpec }
  | { call: number; empty: string }
  | { call: number; endLeftOver: { id: string; pid: number } }
  | { call: number; launchPostgres: number }
  | { call: number; interruptPostgres: number };

/** A running tenant is identified by the call that launched it. */
export type Request = Call | { venue: number; kill: 'SIGTERM' | 'SIGKILL' };

export type Answer =
  | { call: number; value: unknown }
  | { call: number; failed: string }
  | { venue: number; started: number }
  | { venue: number; listening: number }
  | { venue: number; output: string }
  | { venue: number; ended: string };
