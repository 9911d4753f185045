import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { startKeptPostgres } from '@ostatok/kit/node/kept-postgres.ts';
import { ClosedFolder } from '@ostatok/kit/node/system-users.ts';
import test from 'ava';
import { takeSingleInstanceLock } from '../../api/src/bootstrap/single-instance-lock.ts';

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error(`not in time: ${what}`);
    await sleep(50);
  }
}

/** Undefined while a starting server has removed the dead one's file and not yet written its own. */
async function pidOf(folder: string): Promise<number | undefined> {
  const file = await readFile(join(folder, 'data/postmaster.pid'), 'utf8').catch(() => '');
  return Number(file.split('\n')[0]) || undefined;
}

const locks = async (db: Knex): Promise<number> =>
  (await db.raw("select count(*)::int as n from pg_locks where locktype = 'advisory' and granted")).rows[0].n;

test('a database server killed from outside comes back at its address, and its platform claims it again', async (t) => {
  const folder = join(tmpdir(), `kept-postgres-${process.pid}`);
  const server = await startKeptPostgres({ folder, password: 'password', log: () => undefined });
  const db = connect(server.url, { max: 1 });
  t.teardown(async () => {
    await db.destroy();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const release = await takeSingleInstanceLock(server.url);
  await db.raw('create table kept (id int); insert into kept values (1)');
  const killed = Number(await pidOf(folder));

  process.kill(killed, 'SIGKILL');

  await until('another server', async () => ((await pidOf(folder)) ?? killed) !== killed);
  const answers = () =>
    db('kept').then(
      (rows) => rows.length === 1,
      () => false,
    );
  await until('an answer', answers);
  await until('the claim', async () => (await locks(db)) === 1);
  await release?.();
  await t.notThrowsAsync(until('its end', async () => (await locks(db)) === 0));
});

(process.getuid?.() === 0 ? test : test.skip)(
  'a folder that lets nobody through is named, with what to do, and stays as it is',
  async (t) => {
    const closed = await mkdtemp(join(tmpdir(), 'kept-postgres-closed-'));
    t.teardown(() => rm(closed, { recursive: true, force: true }));

    const start = startKeptPostgres({ folder: join(closed, 'postgres'), password: 'password', log: () => undefined });

    const { message } = (await t.throwsAsync(start, { instanceOf: ClosedFolder })) ?? { message: '' };
    t.true(message.includes(`chmod o+x ${closed}`), message);
    t.is((await stat(closed)).mode & 0o777, 0o700);
  },
);
