import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { postgresOwner } from '@ostatok/kit/node/postgres-owner.ts';
import type { ExecutionContext } from 'ava';
import { ownPort } from '../run/own-port.ts';
import { childrenOf, isLive } from '../run/processes.ts';
import { until } from '../run/until.ts';
import type { DebianPostgres } from './debian-postgres.ts';

const PAGE_VERSION = '17/main';

/** Programs of a whole machine that the page calls, as they are for one unprivileged user. */
const SHIMS = {
  runuser: 'shift 3; exec "$@"',
  install: 'for last; do :; done; exec touch "$last"',
  systemctl: `[ "$2" = postgresql ] || exit 0
case "$1" in
  stop) pg_ctl -D "$PGDATA" -m fast -w stop || ! pg_ctl -D "$PGDATA" status ;;
  start | restart) pg_ctl -D "$CONFIG" -l "$MACHINE/server.log" -t 120 -w "$1" ;;
esac`,
};

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}

/**
 * A machine of its own within a folder, on which the commands of a page are run as they are written there: `/etc`,
 * `/var/lib` and `/tmp` are folders in it.
 */
export async function createArchivedServer(t: ExecutionContext, { folders, libraries }: DebianPostgres) {
  const [machine, owner, port] = [
    await mkdtemp(join(tmpdir(), 'ostatok-archive-')),
    await postgresOwner(),
    await ownPort(),
  ];
  const [programs, config] = [join(machine, 'programs'), join(machine, 'etc/postgresql', PAGE_VERSION)];
  const data = join(machine, 'var/lib/postgresql', PAGE_VERSION);
  await chmod(machine, 0o755);
  for (const folder of [
    programs,
    join(config, 'conf.d'),
    data,
    ...['etc/cron.d', 'tmp', 'var/lib/pgbackrest', 'log'].map((name) => join(machine, name)),
  ])
    await mkdir(folder, { recursive: true });
  await chmod(data, 0o700);
  for (const [name, lines] of Object.entries(SHIMS))
    await writeFile(join(programs, name), `#!/bin/bash\n${lines}\n`, { mode: 0o755 });
  if (owner) await promisify(execFile)('chown', ['-R', `${owner.uid}:${owner.gid}`, machine]);
  const env = {
    PATH: [programs, ...folders, process.env.PATH].join(delimiter),
    ...(libraries.length > 0 && { LD_LIBRARY_PATH: libraries.join(delimiter) }),
    LC_ALL: 'C.UTF-8',
    MACHINE: machine,
    CONFIG: config,
    PGDATA: data,
    PGHOST: machine,
    PGPORT: String(port),
    PGUSER: 'postgres',
    PGBACKREST_CONFIG: join(machine, 'etc/pgbackrest.conf'),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: machine,
    PGBACKREST_LOG_PATH: join(machine, 'log'),
    PGBACKREST_LOCK_PATH: join(machine, 'lock'),
  };
  const place = (text: string): string => text.replaceAll(/(?<![\w.])\/(?=(etc|var\/lib|tmp)\/)/g, `${machine}/`);

  async function run(commands: string): Promise<string> {
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', place(commands)], {
      ...owner,
      cwd: machine,
      env,
    }).catch(async (error) => {
      const log = await readFile(join(machine, 'server.log'), 'utf8').catch(() => '');
      throw new Error(`${error.message}\n${log.split('\n').slice(-15).join('\n')}`);
    });
    return stdout;
  }

  async function kill(): Promise<void> {
    const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (!pid) return;
    const all = [Number(pid), ...(await childrenOf(Number(pid)))];
    for (const each of all) killOne(each);
    await until(async () => !(await Promise.all(all.map(isLive))).includes(true), 'the server is gone');
  }
  t.teardown(async () => {
    await kill();
    await rm(machine, { recursive: true, force: true });
  });

  await run(`initdb -U postgres --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 -N`);
  await run(`mv "$PGDATA"/*.conf "$CONFIG"
rm "$CONFIG/postgresql.auto.conf"
touch "$PGDATA/postgresql.auto.conf"
cat >> "$CONFIG/postgresql.conf" << END
data_directory = '$PGDATA'
hba_file = '$CONFIG/pg_hba.conf'
ident_file = '$CONFIG/pg_ident.conf'
include_dir = 'conf.d'
port = $PGPORT
unix_socket_directories = '$MACHINE'
END`);

  return {
    port,
    /** Runs commands as they are written for a machine; returns what they print. */
    run,
    query: (sql: string): Promise<string> => run(`psql -Atc "${sql}"`).then((text) => text.trim()),
    /** Kills the server and everything it has started, and deletes its data. */
    async lose(): Promise<void> {
      await kill();
      for (const lost of [data, ...['', '.lock'].map((end) => join(machine, `.s.PGSQL.${port}${end}`))])
        await rm(lost, { recursive: true, force: true });
      await mkdir(data, { mode: 0o700 });
      if (owner) await chown(data, owner.uid, owner.gid);
    },
  };
}
export type ArchivedServer = Awaited<ReturnType<typeof createArchivedServer>>;
