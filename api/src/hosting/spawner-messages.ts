import type { ServerPlace } from '@ostatok/kit/node/postgres-server.ts';
import type { TenantSpec } from './host.ts';
import type { LauncherOptions } from './launcher.ts';

/** All that the spawner ever acts upon, given while the platform is still root. */
export interface SpawnerOptions extends LauncherOptions {
  /** The embedded server, where there is one. */
  postgres: ServerPlace | undefined;
}

/** What the platform, no longer root, asks; each call is answered once. */
export type Call =
  | { call: number; launch: TenantSpec }
  | { call: number; empty: string }
  | { call: number; endLeftOver: { id: string; pid: number } }
  | { call: number; launchPostgres: number }
  | { call: number; interruptPostgres: number };

/** A venue is known by the call that launched it. */
export type Request = Call | { venue: number; kill: 'SIGTERM' | 'SIGKILL' };

export type Answer =
  | { call: number; value: unknown }
  | { call: number; failed: string }
  | { venue: number; started: number }
  | { venue: number; listening: number }
  | { venue: number; output: string }
  | { venue: number; ended: string };
