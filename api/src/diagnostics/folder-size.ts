import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A look at the disk that ends in time: past `until` (by performance.now) nothing more is counted. */
export interface Look {
  until: number;
  complete: boolean;
}

const BLOCK_BYTES = 512;

/** What it takes on the disk, links themselves and not what they lead to; zero where there is nothing. */
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

/** Of what is right in a folder, by name. */
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
