import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { createGround, type PlatformProcess, startProcess } from './platform-process.ts';

export async function kill(one: PlatformProcess): Promise<void> {
  one.child.kill('SIGKILL');
  await one.ended;
}

/** Api processes on one database, each with a folder and a port of its own; `own` are settings of each alone. */
export async function startSeveral(
  t: ExecutionContext,
  env: Record<string, string> = {},
  own: [first: Record<string, string>, second: Record<string, string>] = [{}, {}],
) {
  const ground = await createGround();
  const started: PlatformProcess[] = [];
  const homes: string[] = [];
  t.teardown(async () => {
    for (const one of started) await kill(one);
    await ground.drop();
    for (const home of homes) await rm(home, { recursive: true, force: true });
  });

  async function begin(more: Record<string, string> = {}): Promise<PlatformProcess> {
    const home = await mkdtemp(join(tmpdir(), 'ostatok-home-'));
    homes.push(home);
    await chmod(home, 0o755);
    const folder = { OSTATOK_HOME: home, OSTATOK_TEST_ALONE: '0' };
    const one = await startProcess({ ...ground.env, ...folder, ...env, ...more });
    started.push(one);
    return one;
  }
  return { ...ground, begin, first: await begin(own[0]), second: await begin(own[1]) };
}
