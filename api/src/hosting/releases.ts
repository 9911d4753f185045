import { randomUUID } from 'node:crypto';
import { constants, existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HostImage } from './host.ts';
import { hashOfRelease, hasPages, isRelease } from './release.ts';

const RETRY_MS = 60_000;
/** A copy takes a second; one that is not complete by now never will be. */
const HALF_MS = 3600_000;
/** How a program of several files names another of them: `"./chunks/NAME"`, or `"./NAME"` within `chunks`. */
const NAMED = /["']\.\/(?:chunks\/)?([\w.-]+\.mjs)["']/g;

/** Returns the files of the program and its pages, but no maps and no chunks of earlier builds. */
export async function filesOf(folder: string): Promise<string[]> {
  const all = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map') && !entry.name.endsWith('.new'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const isChunk = (path: string): boolean => path.startsWith('chunks/');
  const needed = all.filter((path) => !isChunk(path));
  const waiting = needed.filter((path) => /^[^/]+\.mjs$/.test(path));
  const others = new Set(all.filter(isChunk));
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    for (const [, name] of (await readFile(join(folder, path), 'utf8')).matchAll(NAMED)) {
      if (!others.delete(`chunks/${name}`)) continue;
      needed.push(`chunks/${name}`);
      waiting.push(`chunks/${name}`);
    }
  }
  return needed;
}

/** Lets the program find the packages that could not be bundled, where this platform has them now. */
async function linkPackages(folder: string, packages: string): Promise<void> {
  const link = join(folder, 'node_modules');
  if ((await readlink(link).catch(() => undefined)) === packages) return;
  await symlink(packages, `${link}.new`);
  await rename(`${link}.new`, link);
}

/** Copies a release in one piece: under its own name it is complete. Tenants' users may read it. */
async function copyRelease(from: string, to: string, packages: string): Promise<void> {
  const beside = `${to}.${randomUUID()}`;
  try {
    for (const path of await filesOf(from)) {
      await mkdir(dirname(join(beside, path)), { recursive: true, mode: 0o755 });
      await copyFile(join(from, path), join(beside, path), constants.COPYFILE_FICLONE);
      await chmod(join(beside, path), 0o644);
    }
    await linkPackages(beside, packages);
    await rename(beside, to);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    // another process may have been quicker
    if (!existsSync(to)) throw error;
  }
}

interface About {
  /** The names of the migrations that its program brings a tenant's database to. */
  migrations?: string[];
  /** The packages that are not in its bundle. */
  packages?: string[];
}

/** Returns what the release says of itself; nothing for one that says nothing. */
export function aboutOf(folder: string): About {
  try {
    return JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as About;
  } catch {
    return {};
  }
}

/**
 * The releases of the tenants' program on this disk, each in a folder of its own under `releases`. The one that was built
 * in `built` is copied there, so that the next build leaves it alone. `packages` is the folder of those not bundled.
 */
export function createReleases({ home, built, packages }: { home: string; built: string; packages: string }) {
  const root = join(home, 'releases');
  let known: { key: string; hash: string } | undefined;
  let linked: Promise<unknown> | undefined;
  let tryAfter = 0;
  let copying: Promise<void> | undefined;

  async function keep(release: string): Promise<void> {
    await mkdir(root, { recursive: true, mode: 0o755 });
    await copyRelease(built, folderOf(release), packages);
  }

  /** A full disk must not keep a tenant from starting: it runs from where it was built. */
  function keepIfPossible(release: string): Promise<void> {
    copying ??= keep(release)
      .catch(() => {
        tryAfter = Date.now() + RETRY_MS;
      })
      .finally(() => {
        copying = undefined;
      });
    return copying;
  }

  const stateOf = (path: string): string => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? `${found.mtimeMs} ${found.size}` : '';
  };

  function builtHash(): string {
    const key = ['main.mjs', 'panel/index.html', 'scanner/index.html'].map((name) => stateOf(join(built, name))).join();
    if (known?.key !== key) known = { key, hash: hashOfRelease(built) };
    return known.hash;
  }

  const folderOf = (release: string): string => join(root, release);
  const isKept = (release: string): boolean => isRelease(release) && existsSync(join(folderOf(release), 'main.mjs'));
  const isHere = (release: string): boolean => isKept(release) || release === builtHash().slice(0, 12);

  const kept = async (): Promise<string[]> => (await readdir(root).catch(() => [] as string[])).filter(isRelease);

  /** The checkout may lie elsewhere than when a release was kept; and a killed platform may have left half a copy. */
  async function tidy(): Promise<void> {
    for (const release of await kept()) await linkPackages(folderOf(release), packages);
    for (const name of await readdir(root).catch(() => [] as string[])) {
      const isOld = Date.now() - statSync(join(root, name)).mtimeMs > HALF_MS;
      if (!isRelease(name) && isOld) await rm(join(root, name), { recursive: true, force: true });
    }
  }

  async function newestKept(): Promise<string | undefined> {
    const byAge = (await kept()).sort((a, b) => statSync(folderOf(a)).mtimeMs - statSync(folderOf(b)).mtimeMs);
    return byAge.at(-1);
  }

  async function imageOf(folder: string, hash: string): Promise<HostImage> {
    const { mtime } = await stat(join(folder, 'main.mjs'));
    const files = await Promise.all((await filesOf(folder)).map((path) => stat(join(folder, path))));
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const { migrations } = aboutOf(folder);
    return { id: hash, repository: 'tenant-runtime', tag: hash.slice(0, 12), size, createdAt: mtime, migrations };
  }

  return {
    /**
     * Returns the release that was built last, which is kept from now on. While its pages are still being built it is the
     * one kept last, or where there is none, what is built so far.
     */
    async present(): Promise<string> {
      linked ??= tidy();
      await linked;
      const release = builtHash().slice(0, 12);
      if (isKept(release)) return release;
      if (!hasPages(built)) return (await newestKept()) ?? release;
      if (Date.now() > tryAfter) await keepIfPossible(release);
      return release;
    },
    /** Waits for a copy that is being made. */
    settled: async (): Promise<void> => copying,
    isHere,
    /** Returns the folder of a release that is here. */
    folderOf: (release: string): string => (isKept(release) ? folderOf(release) : built),
    async list(): Promise<HostImage[]> {
      const folders = (await kept()).map(folderOf);
      const images = await Promise.all(folders.map((folder) => imageOf(folder, hashOfRelease(folder))));
      const hash = existsSync(join(built, 'main.mjs')) ? builtHash() : undefined;
      if (hash && !images.some(({ id }) => id === hash)) images.push(await imageOf(built, hash));
      return images;
    },
    async remove(id: string): Promise<void> {
      const release = id.slice(0, 12);
      if (isKept(release)) await rm(folderOf(release), { recursive: true, force: true });
    },
  };
}
