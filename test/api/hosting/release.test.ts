import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseOf } from '@ostatok/api/src/hosting/release.ts';
import test from 'ava';

test('a release is told by its programs and its pages', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'main.mjs'), 'one');
  const first = releaseOf(folder);
  t.regex(first, /^[0-9a-f]{12}$/);

  await mkdir(join(folder, 'panel'));
  await mkdir(join(folder, 'panel/assets'));
  await writeFile(join(folder, 'panel/assets/some.js'), 'code that the page names');
  t.is(releaseOf(folder), first);
  await writeFile(join(folder, 'panel/index.html'), 'page');
  const withPages = releaseOf(folder);
  t.not(withPages, first);

  await writeFile(join(folder, 'main.mjs'), 'two');
  t.not(releaseOf(folder), withPages);
});
