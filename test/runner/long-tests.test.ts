import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import test from 'ava';
import { shareOf } from './long-tests.ts';
import { provingFiles } from './proofs.ts';

const tests = join(import.meta.dirname, '..');
const all = globSync(join(tests, '**/*.test.ts')).map((file) => relative(tests, file).replaceAll('\\', '/'));

test('three runs in a row run every file, each of them most, and none that proves a rule is left to another run', (t) => {
  const shares = [7, 8, 9].map((seed) => shareOf(all, seed));

  t.deepEqual([...new Set(shares.flatMap(({ files }) => files))].sort(), all.toSorted());
  for (const { files, left } of shares) {
    t.is(files.length + left.length, all.length);
    t.true(left.length > 0 && left.length < all.length / 20, String(left.length));
    t.deepEqual(
      left.filter((file) => provingFiles().has(file)),
      [],
    );
  }
});
