import { accessSync, chmodSync, chownSync, constants, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { ServerHands, ServerPlace } from '@ostatok/kit/node/postgres-server.ts';
import { checkReachable, type Owner } from '@ostatok/kit/node/system-users.ts';
import { findTools } from './confinement.ts';
import { openControlGroups, removeControlGroups } from './control-groups.ts';
import { handOver, handOverBackups } from './hand-over.ts';
import type { GroupLimits } from './host.ts';
import type { Launcher } from './launcher.ts';
import { tenantRuntimeOf } from './own-launcher.ts';
import { type Spawner, startSpawner } from './spawner-client.ts';
import { RootRefused, serviceUser, uidBaseOf } from './users.ts';

/** Every data folder of ours holds at least one of these, whichever way it was last started. */
const MARKS = ['secrets', 'postgres', 'tenants', 'platform.log'];

export interface RootStart {
  /** Forks the process that stays root; everything it will ever act on is fixed here. */
  spawn(postgres: ServerPlace | undefined): { launcher: Launcher; ended: Promise<void> };
  /** Starts and interrupts the embedded server on our behalf once we are not root. */
  hands(): ServerHands | undefined;
  /** Whether the kernel limits a tenant's processes together. */
  hasControlGroups: boolean;
  /** Gives up root for good: the files kept here and this process become the service user's. */
  drop(): void;
  close(): Promise<void>;
}

/** Checks that the folder is a data folder of ours, since root will give it to another user. */
function checkHome(home: string, root: string): void {
  const others = [root, homedir(), '/'].map((path) => resolve(path));
  const names = readdirSync(home);
  const isOurs = names.length === 0 || names.some((name) => MARKS.includes(name));
  if (isOurs && !others.includes(home)) return;
  throw new RootRefused(
    `Папка ${home} занята другим. Задайте OSTATOK_HOME: пустую или новую папку, например /var/lib/ostatok`,
  );
}

/** Lets tenants' users pass through the data folder; its parent folders stay as they are. */
const openToUsers = (home: string): void => chmodSync(home, (statSync(home).mode & 0o7777) | 0o711);

/**
 * Gives the service user what root or an earlier `OSTATOK_USER` has kept. The data folder itself comes last: until then
 * its owner shows whose files still have to be given, also after an interrupted start.
 */
function giveAll(home: string, backups: string | undefined, uidBase: number, to: Owner): void {
  const from = [0, uidBase, statSync(home).uid];
  handOver(home, uidBase, from, to);
  if (backups !== undefined) {
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    handOverBackups(backups, from, to);
  }
  chownSync(home, to.uid, to.gid);
}

/**
 * Returns the group that may use the engine; whoever may is as good as root. Root's own group is not given to anybody.
 */
function engineGroups(engine: string | undefined): number[] {
  if (!engine?.startsWith('unix:')) return [];
  const { gid } = statSync(new URL(engine).pathname);
  if (gid !== 0) return [gid];
  throw new RootRefused(
    'Движок контейнеров отвечает одному root. Создайте группу docker (groupadd docker) и перезапустите движок',
  );
}

function become({ uid, gid }: Owner, home: string, backups: string | undefined, groups: number[]): void {
  process.setgroups?.(groups);
  process.setgid?.(gid);
  process.setuid?.(uid);
  if (process.getuid?.() !== uid || process.geteuid?.() !== uid) throw new Error('root was not given up');
  // nothing may be looked up in root's own home any more
  Object.assign(process.env, { HOME: home });
  if (backups === undefined) return;
  try {
    accessSync(backups, constants.W_OK | constants.X_OK);
  } catch {
    throw new RootRefused(
      `Остаток не может писать в BACKUP_DIR (${backups}). Задайте отдельную папку или отдайте эту: chown ${uid}:${gid} ${backups}`,
    );
  }
}

/**
 * Starts the platform as root: it binds the port, starts the embedded database, forks the spawner, and goes on as an
 * ordinary user.
 * Undefined where we are not root.
 */
export async function startAsRoot(options: {
  user: string | undefined;
  home: string;
  root: string;
  backups: string | undefined;
  /** The most that any tenant gets. */
  mostPerTenant: GroupLimits;
  /** The address of the engine that tenants run on; absent where they are processes. */
  engine: string | undefined;
}): Promise<RootStart | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { home } = options;
  const root = realpathSync(options.root);
  checkHome(home, root);
  const uidBase = uidBaseOf(home);
  const service = await serviceUser(options.user, home);
  for (const path of [root, dirname(process.execPath), dirname(home)]) {
    await checkReachable(path, service, options.user ?? String(service.uid));
  }
  openToUsers(home);
  const controlGroups = openControlGroups(`ostatok-${uidBase}`, options.mostPerTenant);
  let spawner: Spawner | undefined;
  return {
    spawn(postgres) {
      const runtime = tenantRuntimeOf(root);
      spawner = startSpawner({ home, runtime, uidBase, service, tools: findTools(), controlGroups, postgres });
      return spawner;
    },
    hands: () => spawner?.postgres,
    hasControlGroups: controlGroups !== undefined,
    drop() {
      giveAll(home, options.backups, uidBase, service);
      become(service, home, options.backups, engineGroups(options.engine));
    },
    async close() {
      if (spawner) await spawner.close();
      else if (controlGroups) removeControlGroups(controlGroups, true);
    },
  };
}
