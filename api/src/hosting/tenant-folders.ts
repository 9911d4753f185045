import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isTenantId } from '@ostatok/api/contract/tenant-id.ts';
import type { Launcher } from './launcher.ts';
import { type Folders, foldersOf } from './tenant-paths.ts';

const ASIDE_NAME = /^[\w-]{1,64}$/;

async function bytesOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.size ?? 0;
  const inside = await readdir(path).catch(() => []);
  let sum = found.size;
  for (const name of inside) sum += await bytesOf(join(path, name));
  return sum;
}

/** Manages tenants' folders and logs in the data folder, and the place where they are set aside. */
export function createTenantFolders(home: string, launcher: Pick<Launcher, 'empty'>) {
  const pathsOf = (id: string): { path: string; part: string }[] => {
    if (!isTenantId(id)) throw new Error(`no venue's id: ${id}`);
    const { root, log } = foldersOf(home, id);
    return [
      { path: root, part: 'files' },
      { path: log, part: 'log' },
      { path: `${log}.1`, part: 'log.1' },
    ];
  };
  const asideOf = (name: string): string => {
    if (!ASIDE_NAME.test(name)) throw new Error(`no name for what is put aside: ${name}`);
    return join(home, 'quarantine', name);
  };

  async function remove(path: string): Promise<void> {
    await launcher.empty(path);
    await rm(path, { recursive: true, force: true });
  }

  return {
    /** Prepares the folders: a tenant may enter only its own folder and owns two folders inside it. */
    prepare(id: string): Folders {
      const folders = foldersOf(home, id);
      for (const folder of [folders.root, folders.tmp, folders.cache])
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const folder of [dirname(folders.root), folders.root]) chmodSync(folder, 0o711);
      return folders;
    },
    async forget(id: string): Promise<void> {
      const { root, log } = foldersOf(home, id);
      await remove(root);
      for (const path of [log, `${log}.1`]) await rm(path, { force: true });
    },
    has: (id: string): boolean => existsSync(foldersOf(home, id).root),
    async list(): Promise<string[]> {
      const names = await readdir(join(home, 'tenants')).catch(() => [] as string[]);
      return names.filter((name) => isTenantId(name));
    },
    async size(id: string): Promise<number> {
      const sizes = await Promise.all(pathsOf(id).map(({ path }) => bytesOf(path)));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    /** Moves the folder aside; repeated after a crash, it moves the rest. */
    async setAside(id: string, name: string): Promise<void> {
      const aside = asideOf(name);
      await mkdir(aside, { recursive: true, mode: 0o700 });
      for (const { path, part } of pathsOf(id)) if (existsSync(path)) await rename(path, join(aside, part));
    },
    listAside: (): Promise<string[]> => readdir(join(home, 'quarantine')).catch(() => []),
    async putBack(id: string, name: string): Promise<void> {
      const aside = asideOf(name);
      for (const { path, part } of pathsOf(id)) {
        if (existsSync(join(aside, part))) await rename(join(aside, part), path);
      }
      await rm(aside, { recursive: true, force: true });
    },
    async dropAside(name: string): Promise<void> {
      await remove(join(asideOf(name), 'files'));
      await rm(asideOf(name), { recursive: true, force: true });
    },
  };
}
