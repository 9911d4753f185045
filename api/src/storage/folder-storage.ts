import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MissingObject, type Storage, type StoredObject } from './storage.ts';

/** The name of a file that is not complete yet ends so. */
const PART = '.part';
/** Holds the id of the folder. It is not in the root, which may belong to others. */
const PLACE = 'platform/place-id';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

function unlessMissing<T>(otherwise: T): (error: unknown) => T {
  return (error) => {
    if (codeOf(error) === 'ENOENT') return otherwise;
    throw error;
  };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Renames the finished file to its name, so that even after a power failure it is either complete or absent. */
async function settle(path: string): Promise<void> {
  await sync(path + PART);
  await rename(path + PART, path);
  await sync(dirname(path));
}

/** Opens the file when the first bytes are asked for. */
async function* read(path: string, most?: number): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, most === undefined ? {} : { end: most - 1 });
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new MissingObject(path) : error;
  }
}

/** Lists two levels, as keys have them. A folder of others that cannot be read stops nothing. */
async function listIn(root: string, prefix: string): Promise<StoredObject[]> {
  const slash = prefix.indexOf('/');
  const folders = slash < 0 ? await readdir(root).catch(unlessMissing([])) : [prefix.slice(0, slash)];
  const found: StoredObject[] = [];
  for (const folder of folders) {
    const names = await readdir(join(root, folder)).catch(() => []);
    for (const key of names.filter((name) => !name.endsWith(PART)).map((name) => `${folder}/${name}`)) {
      const size = key.startsWith(prefix) ? (await stat(join(root, key)).catch(() => undefined))?.size : undefined;
      if (size !== undefined) found.push({ key, bytes: size });
    }
  }
  return found;
}

const readPlace = (root: string): Promise<string | null> =>
  readFile(join(root, PLACE), 'utf8').then((text) => text.trim() || null, unlessMissing(null));

/** The id of the process that is first is the one that all read. */
async function makePlace(root: string): Promise<void> {
  const path = join(root, PLACE);
  const own = `${path}.${randomUUID()}${PART}`;
  await writeFile(own, `${randomUUID()}\n`, { mode: 0o600, flush: true });
  try {
    await link(own, path);
    await sync(dirname(path));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/**
 * Stores files in a folder; other system users cannot read them. `openFile` opens the output, so that a test can
 * simulate a full disk.
 */
export function createFolderStorage(
  root: string,
  openFile: (path: string) => Writable = (path) => createWriteStream(path, { mode: 0o600 }),
): Storage {
  const pathOf = (key: string): string => join(root, key);

  async function prepare(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(root, 0o700);
  }

  return {
    name: root,
    folder: root,
    async put(key, bytes) {
      const path = pathOf(key);
      await prepare(dirname(path));
      try {
        await pipeline(bytes, openFile(path + PART));
        await settle(path);
      } catch (error) {
        await this.remove(key).catch(() => undefined);
        throw error;
      }
    },
    get: (key, most) => read(pathOf(key), most),
    list: (prefix) => listIn(root, prefix),
    isThere: (key) =>
      stat(pathOf(key)).then(
        () => true,
        () => false,
      ),
    async remove(key) {
      const path = pathOf(key);
      for (const one of [path, path + PART]) await rm(one, { force: true });
      await rmdir(dirname(path)).catch(() => undefined);
    },
    removeFolder: (folder) => rm(pathOf(folder), { recursive: true, force: true }),
    // a half-written file lies beside the others and goes with its backup
    removeUnfinished: async () => undefined,
    async place(make = false) {
      const known = await readPlace(root);
      if (known !== null || !make) return known;
      await prepare(dirname(pathOf(PLACE)));
      await makePlace(root);
      return readPlace(root);
    },
  };
}
