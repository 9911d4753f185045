import { accessSync, chmodSync, chownSync, constants, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { ServerHands, ServerPlace } from '@ostatok/kit/node/postgres-server.ts';
import { checkReachable, type Owner } from '@ostatok/kit/node/system-users.ts';
import { findTools } from './confinement.ts';
import { openControlGroups, removeControlGroups, type VenueLimits } from './control-groups.ts';
import { handOver, handOverBackups } from './hand-over.ts';
import type { Launcher } from './launcher.ts';
import { tenantRuntimeOf } from './own-launcher.ts';
import { type Spawner, startSpawner } from './spawner-client.ts';
import { RootRefused, serviceUser, uidBaseOf } from './users.ts';

/** Any of these stands in every home of ours, whichever way it was last started. */
const MARKS = ['secrets', 'postgres', 'tenants', 'platform.log'];

export interface RootStart {
  /** Forks what stays root; everything it will ever act upon is fixed here. */
  spawn(postgres: ServerPlace | undefined): { launcher: Launcher; ended: Promise<void> };
  /** Whoever may touch the embedded server once we may not. */
  hands(): ServerHands | undefined;
  /** Whether the kernel limits a venue's processes together. */
  hasControlGroups: boolean;
  /** For good: what was kept becomes the service user's, and so does this process. */
  drop(): void;
  close(): Promise<void>;
}

/** Root gives the home away: it had better be one. */
function checkHome(home: string, root: string): void {
  const others = [root, homedir(), '/'].map((path) => resolve(path));
  const names = readdirSync(home);
  const isOurs = names.length === 0 || names.some((name) => MARKS.includes(name));
  if (isOurs && !others.includes(home)) return;
  throw new RootRefused(
    `Папка ${home} занята другим. Задайте OSTATOK_HOME: пустую или новую папку, например /var/lib/ostatok`,
  );
}

/** It is ours, so other users of ours may be let through it; nothing above it is touched. */
const openToUsers = (home: string): void => chmodSync(home, (statSync(home).mode & 0o7777) | 0o711);

/**
 * What root or an earlier `OSTATOK_USER` has kept becomes the service user's. The home itself comes last: until then its
 * owner tells whom the rest is still to be taken from, also after a start that was cut short.
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

function become({ uid, gid }: Owner, home: string, backups: string | undefined): void {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  if (process.getuid?.() !== uid || process.geteuid?.() !== uid) throw new Error('root was not given up');
  // nothing of root's own is looked for any more
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
 * A start by root: it binds the port, starts the embedded database, forks the spawner, and goes on as an ordinary user.
 * Undefined where we are not root.
 */
export async function startAsRoot(options: {
  user: string | undefined;
  home: string;
  root: string;
  backups: string | undefined;
  limits: VenueLimits;
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
  const controlGroups = openControlGroups(`ostatok-${uidBase}`, options.limits);
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
      become(service, home, options.backups);
    },
    async close() {
      if (spawner) await spawner.close();
      else if (controlGroups) removeControlGroups(controlGroups, true);
    },
  };
}
