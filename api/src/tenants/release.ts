import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Programs and pages; their parts have names that change with their content. */
const PARTS = /\.(mjs|html)$/;

/** Which release of the venues' program lies in the folder: the same for the same program, wherever it was built. */
export function releaseOf(folder: string): string {
  const hash = createHash('sha256');
  const names = ['', 'panel', 'scanner'].flatMap((part) =>
    readdirSync(join(folder, part)).flatMap((name) => (PARTS.test(name) ? join(part, name) : [])),
  );
  for (const name of names.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 12);
}
