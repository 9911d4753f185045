import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { createDatabase } from '../database/postgres.ts';
import { dropTenants } from './platform.ts';

type Script = 'crashing-platform.ts' | 'crashing-backups.ts' | 'crashing-people.ts';
type Env = Record<string, string>;

interface Forked {
  child: ChildProcess;
  /** The signal that killed it, or its exit code. */
  ended: Promise<NodeJS.Signals | number | null>;
}

export interface PlatformProcess extends Forked {
  port: number;
  /** http://127.0.0.1:PORT */
  url: string;
}

/** A platform in a process of its own, which can be killed; in the network of another process where one is given. */
export function forkPlatform(script: Script, env: Env, inNetworkOf?: number): Forked {
  const elsewhere = inNetworkOf && {
    execPath: 'nsenter',
    execArgv: [`--net=/proc/${inNetworkOf}/ns/net`, process.execPath],
  };
  const child = fork(join(import.meta.dirname, script), {
    env: { ...process.env, PORT: '0', NODE_ENV: 'test', ...env },
    execArgv: [],
    ...elsewhere,
  });
  return { child, ended: once(child, 'exit').then(([code, signal]) => signal ?? code) };
}

/** Forks a platform and waits until it listens. */
export async function startProcess(
  env: Env,
  script: Script = 'crashing-platform.ts',
  inNetworkOf?: number,
): Promise<PlatformProcess> {
  const forked = forkPlatform(script, env, inNetworkOf);
  const failed = forked.ended.then((end) => {
    throw new Error(`the platform ended: ${end}`);
  });
  const [{ port }] = (await Promise.race([once(forked.child, 'message'), failed])) as [{ port: number }];
  return { ...forked, port, url: `http://127.0.0.1:${port}` };
}

/** Creates a home and a database that outlive the platforms started on them. */
export async function createGround(): Promise<{ env: Env; db: Knex; secretKey: string; drop: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'ostatok-home-'));
  await chmod(home, 0o755);
  const database = await createDatabase('platform');
  const db = connect(database.url, { max: 4 });
  const secretKey = randomBytes(32).toString('hex');
  return {
    env: { OSTATOK_HOME: home, DATABASE_URL: database.url, SECRET_KEY: secretKey },
    db,
    secretKey,
    async drop() {
      await db.destroy();
      await dropTenants(database.url);
      await database.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
