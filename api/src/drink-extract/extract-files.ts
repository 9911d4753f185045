import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes each file of a folder once, however many ask for it at once, and only as a whole. */
export function createExtractFiles(folder: string) {
  const making = new Map<string, Promise<void>>();

  async function make(name: string, content: () => Promise<Buffer>): Promise<void> {
    const bytes = await content();
    await mkdir(folder, { recursive: true });
    const staging = join(folder, `.${name}.${process.pid}`);
    await writeFile(staging, bytes);
    await rename(staging, join(folder, name));
  }

  return {
    folder,
    has: (name: string): Promise<boolean> =>
      stat(join(folder, name)).then(
        () => true,
        () => false,
      ),
    async ensure(name: string, content: () => Promise<Buffer>): Promise<void> {
      if (await this.has(name)) return;
      const made = making.get(name) ?? make(name, content).finally(() => making.delete(name));
      making.set(name, made);
      await made;
    },
    /** Deletes what no phone is sent to any more. */
    async keepOnly(isKept: (name: string) => boolean): Promise<void> {
      for (const name of await readdir(folder).catch(() => []))
        if (!isKept(name)) await rm(join(folder, name), { force: true });
    },
  };
}
export type ExtractFiles = ReturnType<typeof createExtractFiles>;
