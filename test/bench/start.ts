import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../support/platform/platform.ts';
import { ownPort } from '../support/run/own-port.ts';
import type { Row } from './row.ts';

const LIMIT_S = 3;

/** Seconds from `npm start` until it answers. */
async function start(home: string, port: number): Promise<{ seconds: number; npm: ChildProcess }> {
  const { PATH = '', HOME = '' } = process.env;
  const from = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH, HOME, OSTATOK_HOME: home, PORT: String(port), OSTATOK_DEMO: '0' },
    stdio: 'ignore',
  });
  while (
    !(await fetch(`http://127.0.0.1:${port}/healthz`)
      .then(({ ok }) => ok)
      .catch(() => false))
  ) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`);
    await sleep(20);
  }
  return { seconds: (performance.now() - from) / 1000, npm };
}

async function stop(npm: ChildProcess): Promise<void> {
  npm.kill('SIGTERM');
  if (npm.exitCode === null) await once(npm, 'exit');
}

/** The second `npm start`, with everything installed and built, and a database that was stopped cleanly. */
export async function bench(): Promise<Row[]> {
  const home = await mkdtemp(join(tmpdir(), 'ostatok-bench-'));
  await chmod(home, 0o755);
  const port = await ownPort();
  try {
    await stop((await start(home, port)).npm);
    const { seconds: value, npm } = await start(home, port);
    await stop(npm);
    return [{ name: 'Второй npm start до /healthz', value, unit: 'с', limit: LIMIT_S, ok: value <= LIMIT_S }];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
