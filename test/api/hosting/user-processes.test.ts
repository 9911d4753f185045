import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { END_ALL, endAllOf, runAs } from '../../../api/src/hosting/user-processes.ts';
import { isLive, livesAs, statusOf } from '../../support/run/processes.ts';
import { until } from '../../support/run/until.ts';

/** Only root can act as other users. */
const asRoot = process.getuid?.() === 0 && process.platform === 'linux' ? test : test.skip;

let last = 1_700_000_000 + process.pid * 8;
/** An unused user, and a folder that belongs to it. */
async function newUser(t: ExecutionContext): Promise<{ uid: number; folder: string }> {
  const uid = ++last;
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-user-'));
  await chown(folder, uid, uid);
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return { uid, folder };
}

/**
 * Whether the shell that ends the user's processes has waited: it calls the function `sleep` instead of the program.
 */
async function hasWaited({ uid, folder }: { uid: number; folder: string }): Promise<boolean> {
  await runAs({ uid, gid: uid }, `sleep() { touch "${folder}/waited"; }${END_ALL}\ntouch "${folder}/over"`);
  if (!existsSync(join(folder, 'over'))) throw new Error('it did not come to its end');
  return existsSync(join(folder, 'waited'));
}

function sleeper(uid: number): { pid: number; ended: Promise<unknown> } {
  const child = spawn('/bin/sleep', ['1000'], { uid, gid: uid, stdio: 'ignore' });
  return { pid: child.pid ?? 0, ended: once(child, 'exit') };
}

asRoot('whatever a user runs has ended when that is told, and nothing of another user', async (t) => {
  const [user, other] = [await newUser(t), await newUser(t)];
  const own = Array.from({ length: 5 }, () => sleeper(user.uid));
  const stranger = sleeper(other.uid);
  t.teardown(() => void process.kill(stranger.pid, 'SIGKILL'));

  await endAllOf(user.uid);

  for (const { pid } of own) t.false(await livesAs(pid, user.uid));
  t.true(await isLive(stranger.pid));
  await Promise.all(own.map(({ ended }) => ended));
});

asRoot('nobody waits for a user of whom nothing runs', async (t) => {
  t.false(await hasWaited(await newUser(t)));
});

asRoot('nobody waits for what has ended and is never taken away', async (t) => {
  const user = await newUser(t);
  const script = `setpriv --reuid ${user.uid} sleep 1000 & echo $!; wait`;
  const parent = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  t.teardown(() => void parent.kill('SIGKILL'));
  const pid = Number(String((await once(parent.stdout, 'data'))[0]));
  await until(() => livesAs(pid, user.uid), 'a process of the user');
  // the parent is stopped, so that it cannot reap the child
  parent.kill('SIGSTOP');
  process.kill(pid, 'SIGKILL');
  await until(async () => /^State:\s+Z/m.test(await statusOf(pid)), 'its end');

  t.false(await hasWaited(user));
});
