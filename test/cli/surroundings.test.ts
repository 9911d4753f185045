/** The command line where what it usually finds around it is missing, broken or gone. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { newCli } from '../support/cli/cli.ts';
import { everything, LONG } from '../support/cli/cli-answers.ts';
import { sendFrom, startWire } from '../support/cli/cli-wire.ts';
import { root } from '../support/platform/platform.ts';

test('a reader that has seen enough, a plain terminal and a folder that cannot be written are no failure', async (t) => {
  const many = Array.from({ length: 3000 }, (_, id) => ({ ...everything.tenant, id }));
  const wire = await startWire(sendFrom({ ...everything, users: many }));
  const cli = await newCli(wire.url);
  const env = { OSTATOK_TOKEN: 'token' };

  const head = await cli(['users', 'list', '--json'], { env, reads: 1 });
  const plain = await cli(['images', 'delete', 'abcdef'], {
    terminal: true,
    env: { ...env, TERM: 'dumb' },
    answers: [['(y/N)', 'y\n']],
  });
  const login = await cli(['login', '--email', 'anna@bars.example', '--password-stdin'], {
    input: 'secret\n',
    env: { OSTATOK_CONFIG_DIR: '/dev/null/config' },
  });
  const help = await cli(['--help'], { env: { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: '/dev/null/cache' } });
  await wire.stop();

  t.deepEqual([head.code, head.stderr], [0, '']);
  t.is(plain.code, 0, plain.stdout);
  t.false(plain.stdout.includes('\u001b['), plain.stdout);
  t.true(wire.asked.some(({ method }) => method === 'DELETE'));
  t.is(login.code, 1);
  t.regex(login.stderr, /^Вход не запомнен: .*OSTATOK_CONFIG_DIR\n$/);
  t.deepEqual([help.code, help.stderr], [0, '']);
});

test('a command line that is not built draws and asks from its sources', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'ostatok-cli-unbuilt-'));
  for (const part of ['bin', 'src', 'package.json'])
    await cp(join(root, 'cli', part), join(place, 'cli', part), { recursive: true });
  for (const packages of ['node_modules', 'cli/node_modules'])
    await symlink(join(root, packages), join(place, packages));
  const wire = await startWire(sendFrom(everything));
  const env = { OSTATOK_TOKEN: 'token' };

  const cli = await newCli(wire.url, join(place, 'cli'));
  const drawn = await cli(['operations', 'follow', LONG], { terminal: true, env });
  const asked = await cli(['backups', 'delete', LONG], { terminal: true, env, answers: [['(y/N)', 'y\n']] });
  await wire.stop();

  t.deepEqual([drawn.code, asked.code], [0, 0], drawn.stdout + asked.stdout);
  t.true(drawn.stdout.includes('█'), drawn.stdout);
  t.true(asked.stdout.includes('Копия удалена'), asked.stdout);
});

test('a build of the command line that breaks off leaves nothing that counts as built', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'ostatok-cli-broken-'));
  const manifest = join(place, 'cli/oclif.manifest.json');
  for (const part of ['build.mjs', 'src', 'package.json'])
    await cp(join(root, 'cli', part), join(place, 'cli', part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(place, 'node_modules'));
  await writeFile(join(place, 'cli/src/views/show-work.tsx'), 'not a program (');
  await writeFile(manifest, '{}');

  await t.throwsAsync(promisify(execFile)(process.execPath, [join(place, 'cli/build.mjs')]));

  t.false(existsSync(manifest));
});
