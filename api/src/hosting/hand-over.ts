import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  openSync,
  readdirSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { isTenantId } from '@ostatok/api/contract/tenant-id.ts';
import type { Owner } from '@ostatok/kit/node/system-users.ts';
import { isVenueNumber } from './users.ts';

/** The entries of the data folder that belong to the platform; the embedded database has a user of its own. */
const KEPT = [
  'backups',
  'demo-made',
  'erasures.jsonl',
  'mail',
  'outbox',
  'platform.log',
  'platform.log.1',
  'quarantine',
  'releases',
  'sandbox-files',
  'secrets',
  'tenants',
];

/** Works on an open descriptor, so that replacing the path by a link has no effect. Links themselves are skipped. */
function opened(path: string, use: (fd: number, found: Stats) => void): void {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return;
  }
  try {
    use(fd, fstatSync(fd));
  } finally {
    closeSync(fd);
  }
}

/** The path of an open folder by its descriptor, where the system offers that. */
const inside = (path: string, fd: number): string => (process.platform === 'linux' ? `/proc/self/fd/${fd}` : path);

/** Changes the owner of files and folders of these users; a file with several hard links stays as it is. */
function give(path: string, from: number[], to: Owner): void {
  opened(path, (fd, found) => {
    if (!found.isDirectory() && !(found.isFile() && found.nlink === 1)) return;
    if (from.includes(found.uid)) fchownSync(fd, to.uid, to.gid);
    else if (found.uid !== to.uid) return;
    if (!found.isDirectory()) return;
    const folder = inside(path, fd);
    for (const name of readdirSync(folder)) give(join(folder, name), from, to);
  });
}

/**
 * Makes a tenant's folder the platform's; its content stays the tenant's. Leftovers of a user that the tenant no longer
 * has are deleted.
 */
function takeVenueFolder(path: string, uidBase: number, to: Owner): void {
  opened(path, (fd, found) => {
    if (!found.isDirectory()) return;
    const folder = inside(path, fd);
    for (const part of ['tmp', 'cache']) {
      opened(join(folder, part), (_part, { uid }) => {
        if (uid !== 0 && !isVenueNumber(uid - uidBase)) rmSync(join(folder, part), { recursive: true, force: true });
      });
    }
    fchownSync(fd, to.uid, to.gid);
    fchmodSync(fd, 0o711);
  });
}

function folders(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(path, entry.name)] : [],
    );
  } catch {
    return [];
  }
}

/** Makes the service user the owner of everything kept here, also by an earlier release that stayed root. */
export function handOver(home: string, uidBase: number, from: number[], to: Owner): void {
  const aside = folders(join(home, 'quarantine')).map((folder) => join(folder, 'files'));
  for (const path of [...folders(join(home, 'tenants')), ...aside]) takeVenueFolder(path, uidBase, to);
  for (const name of KEPT) give(join(home, name), from, to);
}

/** Changes the owner of our files in a separate backup folder; of the folder too when it holds nothing else. */
export function handOverBackups(folder: string, from: number[], to: Owner): void {
  const names = readdirSync(folder);
  const ours = names.filter((name) => name === 'platform' || isTenantId(name));
  for (const name of ours) give(join(folder, name), from, to);
  if (ours.length < names.length) return;
  opened(folder, (fd, { uid }) => {
    if (from.includes(uid)) fchownSync(fd, to.uid, to.gid);
  });
}
