import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the release of the tenants' program in the folder: the same for the same program, wherever it was built.
 * Pages are not part of it: they are served from the folder and may still be under construction when the platform first
 * starts.
 */
export function releaseOf(folder: string): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  for (const name of names.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 12);
}
