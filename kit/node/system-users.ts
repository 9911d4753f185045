import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The user and group of a process or a file. */
export interface Owner {
  uid: number;
  gid: number;
}

/** Finds a user of this machine by name. */
export async function findUser(name: string): Promise<Owner | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** A folder that our user cannot pass through to reach files of ours. We change no permissions above our own folder. */
export class ClosedFolder extends Error {
  constructor(folder: string, who: string) {
    super(
      `Пользователь ${who} не может пройти через папку ${folder}. Разрешите это: chmod o+x ${folder} — или перенесите Остаток и OSTATOK_HOME в другое место, например в /opt и /var/lib`,
    );
  }
}

function mayPass(found: { uid: number; gid: number; mode: number }, { uid, gid }: Owner): boolean {
  if (uid === 0) return true;
  const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
  return ((found.mode >> shift) & 0o1) === 1;
}

/** Throws unless this user may pass through `path` and every folder above it. */
export async function checkReachable(path: string, owner: Owner, who: string): Promise<void> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (!mayPass(await stat(folder), owner)) throw new ClosedFolder(folder, who);
    if (folder === dirname(folder)) return;
  }
}
