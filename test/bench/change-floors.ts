import { execFile, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  anyItem,
  pgbenchStatement,
  pgbenchTransaction,
  writeInOneStatement,
  writeInTransaction,
} from './bare-change.ts';

export interface BareServer {
  port: number;
  pid: number;
  stop: () => Promise<void>;
}

async function start(script: string, env: Record<string, string>): Promise<BareServer> {
  const child = fork(join(import.meta.dirname, script), { env: { ...env, PATH: process.env.PATH } });
  const [port] = await once(child, 'message');
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

export const startBareServer = (databaseUrl: string): Promise<BareServer> =>
  start('bare-server.ts', { DATABASE_URL: databaseUrl });

export const startBareHop = (to: BareServer): Promise<BareServer> =>
  start('bare-hop.ts', { TARGET: `http://127.0.0.1:${to.port}` });

/** How many times per second `clients` complete `work`, each on a connection of its own. */
async function loopPerSecond(
  databaseUrl: string,
  { clients, seconds }: Load,
  work: (db: pg.Client) => Promise<unknown>,
): Promise<number> {
  const connections = Array.from({ length: clients }, () => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(connections.map((db) => db.connect()));
  const started = performance.now();
  let done = 0;
  await Promise.all(
    connections.map(async (db) => {
      for (; performance.now() < started + seconds * 1000; done += 1) await work(db);
    }),
  );
  const rate = (done * 1000) / (performance.now() - started);
  await Promise.all(connections.map((db) => db.end()));
  return rate;
}

export interface Load {
  clients: number;
  seconds: number;
}

export const statementsPerSecond = (databaseUrl: string, load: Load): Promise<number> =>
  loopPerSecond(databaseUrl, load, (db) => writeInOneStatement(db, randomUUID(), anyItem(), 0.001));

export const transactionsPerSecond = (databaseUrl: string, load: Load): Promise<number> =>
  loopPerSecond(databaseUrl, load, writeInTransaction);

/** Looks on the PATH and in Debian's own folder. */
function findPgbench(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'pgbench'));
  return [...onPath, ...globSync('/usr/lib/postgresql/*/bin/pgbench')].find((path) => existsSync(path));
}

/** These writes without Node; undefined when pgbench is not installed (Debian: postgresql-contrib). */
export async function pgbenchPerSecond(
  databaseUrl: string,
  { clients, seconds }: Load,
  what: 'statement' | 'transaction',
): Promise<number | undefined> {
  const pgbench = findPgbench();
  if (!pgbench) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-pgbench-'));
  const script = join(folder, 'change.sql');
  await writeFile(script, what === 'statement' ? pgbenchStatement : pgbenchTransaction);
  const how = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', script];
  const { stdout } = await promisify(execFile)(pgbench, [...how, databaseUrl]);
  await rm(folder, { recursive: true });
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}
