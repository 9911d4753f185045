import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages of a tenant, which name every file that they load. */
const PAGES = ['panel/index.html', 'scanner/index.html'];

export const hasPages = (folder: string): boolean => PAGES.every((page) => existsSync(join(folder, page)));

/** Returns the whole hash of the tenants' program in the folder: the same for the same program, wherever it was built. */
export function hashOfRelease(folder: string): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const pages = PAGES.filter((page) => existsSync(join(folder, page)));
  for (const name of [...names.sort(), ...pages]) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}

/** Returns the name of a release: the beginning of its hash. */
export const releaseOf = (folder: string): string => hashOfRelease(folder).slice(0, 12);

export const isRelease = (name: unknown): name is string => typeof name === 'string' && /^[0-9a-f]{12}$/.test(name);
