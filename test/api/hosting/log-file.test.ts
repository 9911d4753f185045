import { mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { createLogFile, tailLog } from '../../../api/src/hosting/log-file.ts';

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a log on a full disk loses its lines, and never throws at whoever writes them', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.log');
  // a log that is old is renamed: never the device itself
  await symlink('/dev/full', path);
  const log = createLogFile(path, 1000, () => 0);

  t.notThrows(() => log.write('a line\n'));
  t.notThrows(() => log.write('another\n'));
  log.close();
});

test('a log whose folder comes late takes up writing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await rm(folder, { recursive: true });
  const log = createLogFile(join(folder, 'a.log'));
  log.write('lost\n');

  await mkdir(folder);
  log.write('kept\n');
  log.close();

  t.deepEqual(await tailLog(join(folder, 'a.log'), 10), ['kept']);
});

test('a log keeps to its size and its newest lines', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.log');
  const log = createLogFile(path, 1000);

  for (let line = 0; line < 200; line += 1) log.write(`line ${line} ${'x'.repeat(20)}\n`);
  log.close();

  t.true((await readFile(path)).length + (await readFile(`${path}.1`)).length < 2200);
  t.regex((await tailLog(path, 1))[0] ?? '', /^line 199 /);
});

test('a log gives up its lines by the month, however few they are', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.log');
  let now = 0;
  const log = createLogFile(path, 1000, () => now);

  log.write('first\n');
  const { birthtimeMs } = await stat(path);
  now = birthtimeMs + 29 * 86_400_000;
  log.write('of the same month\n');
  now += 2 * 86_400_000;
  log.write('of the next\n');
  log.close();

  t.is(await readFile(`${path}.1`, 'utf8'), 'first\nof the same month\n');
  t.is(await readFile(path, 'utf8'), 'of the next\n');
});
