import { randomBytes } from 'node:crypto';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { serverUrl } from '../support/database/postgres.ts';
import { until } from '../support/platform/api.ts';
import { call } from '../support/platform/platform.ts';
import { createGround, startProcess } from '../support/platform/platform-process.ts';

/** Signs a new administrator in; the requests after that may kill the process before it answers. */
async function administratorOf(port: number, db: Knex) {
  const base = `http://127.0.0.1:${port}`;
  const body = { email: `admin-${randomBytes(4).toString('hex')}@test.example`, password: 'crash-test', name: 'Тест' };
  await call(base, 'POST', '/api/auth/register', { body });
  await db('users').where({ email: body.email }).update({ role: 'admin' });
  const { body: signedIn } = await call(base, 'POST', '/api/auth/login', { body });
  return (path: string, given: object) =>
    call(base, 'POST', `/api/admin/tenants/${path}`, { token: signedIn.token, body: given }).catch(() => undefined);
}

async function quarantinedState(server: Knex, id: string) {
  const names: string[] = await server('pg_database')
    .whereRaw('datname like ?', [`%${id}%`])
    .pluck('datname');
  const role = await server('pg_roles').where({ rolname: id }).first('rolcanlogin');
  return { aside: names.map((name) => name.startsWith('quarantine_')), login: role?.rolcanlogin };
}

for (const [moment, end] of [
  ['taking', 'kept'],
  ['taken', 'kept'],
  ['restoring', 'restored'],
  ['restored', 'restored'],
] as const) {
  test.serial(`killed at «${moment}», a database in quarantine ends as ${end}`, async (t) => {
    const { env, db, drop } = await createGround();
    const server = connect(serverUrl(), { max: 2 });
    const id = `t${randomBytes(5).toString('hex')}`;
    try {
      const first = await startProcess({ ...env, CRASH_AT: `quarantine:${moment}` });
      const installation = await until<{ id: string }>('the installation has a mark', () =>
        db('installations').first('id'),
      );
      await server.raw('create role ?? login', [id]);
      await server.raw('create database ?? owner ??', [id, id]);
      for (const kind of ['database', 'role']) {
        await server.raw(`comment on ${kind} "${id}" is 'ostatok:${installation.id}'`);
      }
      const post = await administratorOf(first.port, db);
      await post('cleanup', { action: 'orphaned_db', keys: [id] });
      if (end === 'restored') {
        // a busy machine may take longer than the request waits
        const row = await until<{ id: string }>('the database is set aside', () =>
          db('quarantine').where({ key: id, status: 'kept' }).first(),
        );
        await post(`quarantine/${row.id}/restore`, {});
      }
      t.is(await first.ended, 'SIGKILL');

      const second = await startProcess(env);
      await until(
        `it is ${end}`,
        async () => (await db('quarantine').where({ key: id, status: end }).first()) as unknown,
      );
      const kept = end === 'kept';
      t.deepEqual(await quarantinedState(server, id), { aside: [kept], login: !kept });
      t.is(Number((await db('quarantine').where({ key: id }).count({ n: '*' }))[0]?.n), 1);
      second.child.kill('SIGTERM');
      t.is(await second.ended, 0);
    } finally {
      const left: string[] = await server('pg_database')
        .whereRaw('datname like ?', [`%${id}%`])
        .pluck('datname');
      for (const name of left) await server.raw('drop database if exists ?? with (force)', [name]);
      await server.raw('drop role if exists ??', [id]);
      await server.destroy();
      await drop();
    }
  });
}
