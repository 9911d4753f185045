import { mkdir, mkdtemp, readdir, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseOf } from '@ostatok/api/src/hosting/release.ts';
import { createReleases } from '@ostatok/api/src/hosting/releases.ts';
import test, { type ExecutionContext } from 'ava';

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

/** A built program with its pages, a chunk of an earlier build among its files. */
async function built(folder: string, program = "import './chunks/needed-AB12.mjs';"): Promise<string> {
  for (const part of ['chunks', 'panel', 'scanner']) await mkdir(join(folder, part), { recursive: true });
  const files = {
    'main.mjs': program,
    'main.mjs.map': 'map',
    'release.json': '{"migrations":["001-first"]}',
    'chunks/needed-AB12.mjs': "import './further-CD34.mjs';",
    'chunks/further-CD34.mjs': '',
    'chunks/earlier-EF56.mjs': '',
    'panel/index.html': 'panel',
    'scanner/index.html': 'scanner',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function place(t: ExecutionContext) {
  const home = await mkdtemp(join(tmpdir(), 'releases-'));
  t.teardown(() => rm(home, { recursive: true }));
  const from = await built(join(home, 'dist'));
  const packages = join(home, 'packages');
  return { home, from, packages, releases: () => createReleases({ home, built: from, packages }) };
}

test('what was built is kept whole and without what it does not need; the next build leaves it alone', async (t) => {
  const { home, from, packages, releases } = await place(t);
  const first = await releases().present();
  const kept = join(home, 'releases', first);
  t.deepEqual((await readdir(kept)).sort(), ['chunks', 'main.mjs', 'node_modules', 'panel', 'release.json', 'scanner']);
  t.deepEqual((await readdir(join(kept, 'chunks'))).sort(), ['further-CD34.mjs', 'needed-AB12.mjs']);
  t.is(await readlink(join(kept, 'node_modules')), packages);
  t.is(releaseOf(kept), first);
  const files = (await readdir(kept, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  const size = sizes.reduce((sum, one) => sum + one, 0);
  t.like(await releases().list(), { 0: { tag: first, size }, length: 1 });

  await built(from, '// another');
  const present = releases();
  const second = await present.present();

  t.not(second, first);
  t.true(present.isHere(first) && present.isHere(second));
  const listed = await present.list();
  t.deepEqual(listed.map(({ tag }) => tag).sort(), [first, second].sort());
  t.deepEqual(listed[0]?.migrations, ['001-first']);
  await present.remove(listed.find(({ tag }) => tag === first)?.id ?? '');
  t.false(present.isHere(first));
});

test('while pages are still being built the release kept last is the present one', async (t) => {
  const { from, releases } = await place(t);
  const first = await releases().present();
  await built(from, '// another');
  await rm(join(from, 'panel'), { recursive: true });
  t.is(await releases().present(), first);
  await built(from, '// another');
  t.not(await releases().present(), first);
});

test('where nothing can be kept, as on a full disk, what was built is run from where it is', async (t) => {
  const { home, from, releases } = await place(t);
  await writeFile(join(home, 'releases'), 'no folder');
  const present = releases();
  t.is(await present.present(), releaseOf(from));
  t.true(present.isHere(releaseOf(from)));
});

test('what a killed platform has half copied goes, and packages are linked to where they are now', async (t) => {
  const { home, from, releases } = await place(t);
  const first = await releases().present();
  const half = join(home, 'releases', `${first}.half`);
  await mkdir(half);
  await utimes(half, 1, 1);
  const moved = join(home, 'moved');

  await createReleases({ home, built: from, packages: moved }).present();

  t.deepEqual(await readdir(join(home, 'releases')), [first]);
  t.is(await readlink(join(home, 'releases', first, 'node_modules')), moved);
});
