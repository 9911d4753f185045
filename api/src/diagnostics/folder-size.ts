import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A time-limited measurement: after `until` (by performance.now) nothing more is counted. */
export interface Look {
  until: number;
  complete: boolean;
}

const BLOCK_BYTES = 512;

/** Returns the bytes a path takes on the disk: links themselves and not their targets; zero where nothing exists. */
export async function sizeOf(
  path: string,
  look: Look,
  isLeftOut: (name: string) => boolean = () => false,
): Promise<number> {
  if (performance.now() > look.until) {
    look.complete = false;
    return 0;
  }
  const found = await lstat(path).catch(() => undefined);
  if (!found) return 0;
  let bytes = found.blocks * BLOCK_BYTES;
  if (!found.isDirectory()) return bytes;
  for (const name of await readdir(path).catch(() => [])) {
    if (!isLeftOut(name)) bytes += await sizeOf(join(path, name), look, isLeftOut);
  }
  return bytes;
}

/** Returns the sizes of a folder's direct entries by name. */
export async function sizesIn(
  folder: string,
  look: Look,
  isLeftOut: (name: string) => boolean = () => false,
): Promise<{ name: string; bytes: number }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !isLeftOut(name));
  const sizes: { name: string; bytes: number }[] = [];
  for (const name of names) sizes.push({ name, bytes: await sizeOf(join(folder, name), look, isLeftOut) });
  return sizes.sort((a, b) => b.bytes - a.bytes);
}
