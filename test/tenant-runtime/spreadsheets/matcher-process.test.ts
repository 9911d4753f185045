import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const IMPORTED = /^(?:import|export) (?!type )[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gms;

/** Our files that a program loads, at its start or later. */
function loadedBy(entry: string): Set<string> {
  const loaded = new Set<string>();
  function visit(file: string): void {
    if (loaded.has(file)) return;
    loaded.add(file);
    if (file.endsWith('.json')) return;
    for (const [, from = '', lazily = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORTED)) {
      const path = from || lazily;
      if (path.startsWith('@ostatok/')) visit(path.slice('@ostatok/'.length));
      else if (path.startsWith('.')) visit(join(dirname(file), path));
    }
  }
  visit(entry);
  return loaded;
}

const isOfMatcher = (file: string): boolean => /^kit\/(?:matching\/|names\/(?:lexicon|parse)\.)/.test(file);

test('names are compared in the spreadsheet process alone: a venue that is idle holds no lexicon', (t) => {
  t.deepEqual([...loadedBy('tenant-runtime/src/main.ts')].filter(isOfMatcher), []);
  t.true([...loadedBy('tenant-runtime/src/spreadsheets/worker.ts')].some(isOfMatcher));
});
