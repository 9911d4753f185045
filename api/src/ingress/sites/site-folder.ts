import { link, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { asideOf, certificatesOf, confOf, currentOf, generationsOf } from './site-places.ts';

/** Texts by file name. */
export type Files = Map<string, string>;

/** How many earlier generations stay beside the current one. */
const KEPT = 2;
const CLOSED = 0o700;

const missing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

/** Writes the whole file or nothing of it. */
export async function replaceFile(path: string, text: string, mode = 0o644): Promise<void> {
  const beside = `${path}.new`;
  await writeFile(beside, text, { mode });
  await rename(beside, path);
}

/**
 * The folder that nginx reads. Its sites lie in generations: a folder is filled beside the current one, tested, and put in
 * its place by one rename, so that nginx never sees a half of a change, whenever it is started.
 */
export function createSiteFolder(folder: string) {
  const current = currentOf(folder);
  const generations = generationsOf(folder);

  async function numberOfCurrent(): Promise<number | undefined> {
    const target = await readlink(current).catch(missing);
    return target === undefined ? undefined : Number(basename(target));
  }

  const names = async (): Promise<string[]> => (await readdir(current).catch(missing)) ?? [];

  async function numbers(): Promise<number[]> {
    return (await readdir(generations)).map(Number).sort((a, b) => a - b);
  }

  async function point(generation: number): Promise<void> {
    const beside = `${current}.new`;
    await rm(beside, { force: true });
    await symlink(join('generations', String(generation)), beside);
    await rename(beside, current);
  }

  return {
    async prepare(): Promise<void> {
      await mkdir(folder, { recursive: true });
      for (const made of [generations, asideOf(folder), certificatesOf(folder)])
        await mkdir(made, { recursive: true, mode: CLOSED });
      // nginx makes its own folders in the one for what it has to write down
      for (const made of ['temp', 'own']) await mkdir(join(folder, made), { recursive: true });
    },

    /** The number of the current generation; undefined before the first one. */
    current: numberOfCurrent,

    names,

    async read(): Promise<Files> {
      const found = await names();
      const texts = await Promise.all(found.map((name) => readFile(join(current, name), 'utf8')));
      return new Map(found.map((name, at) => [name, texts[at] ?? '']));
    },

    /** Fills a new generation; `present` are the files of the current one, of which the unchanged are linked. */
    async write(files: Files, present: Files, extra: (generation: number) => Files): Promise<number> {
      const generation = ((await numbers()).at(-1) ?? 0) + 1;
      const into = join(generations, String(generation));
      await mkdir(into, { mode: CLOSED });
      await Promise.all(
        [...files].map(([name, text]) =>
          present.get(name) === text ? link(join(current, name), join(into, name)) : writeFile(join(into, name), text),
        ),
      );
      for (const [name, text] of extra(generation)) await writeFile(join(into, name), text);
      return generation;
    },

    point,

    remove: (generation: number): Promise<void> =>
      rm(join(generations, String(generation)), { recursive: true, force: true }),

    /** Removes generations that nobody needs any more. */
    async tidy(): Promise<void> {
      const kept = await numberOfCurrent();
      const earlier = (await numbers()).filter((number) => number !== kept);
      for (const number of earlier.slice(0, -KEPT))
        await rm(join(generations, String(number)), { recursive: true, force: true });
    },

    readConf: (): Promise<string | undefined> => readFile(confOf(folder), 'utf8').catch(missing),
    replaceConf: (text: string): Promise<void> => replaceFile(confOf(folder), text),

    readAside: (name: string): Promise<string | undefined> =>
      readFile(join(asideOf(folder), name), 'utf8').catch(missing),
    writeAside: (name: string, text: string): Promise<void> => replaceFile(join(asideOf(folder), name), text),
    dropAside: (name: string): Promise<void> => rm(join(asideOf(folder), name), { force: true }),
  };
}
export type SiteFolder = ReturnType<typeof createSiteFolder>;
