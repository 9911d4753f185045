import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import { createTenantRuntime } from '../../../api/src/supervisor/tenant-runtime.service.ts';
import { createTestServices } from '../../support/platform/api.ts';

const ID = 'tsuspended1';

/** Two api processes over one database, whose hosts see the same tenants, as those of docker and swarm do. */
async function startTwo() {
  const services = await createTestServices();
  const { account } = await services.auth.register(
    { email: 'owner@bar.example', password: 'correct horse', name: 'Анна' },
    '10.0.0.1',
  );
  await services.db('tenants').insert({
    id: ID,
    owner_id: account.id,
    subdomain: 'bar',
    display_name: 'Бар',
    status: 'suspended',
    suspended_by: 'billing',
    suspended_at: new Date(),
    bot_id: 1,
    bot_token_sealed: '',
    admin_username: 'boss',
    database_password_sealed: '',
    internal_secret_sealed: '',
  });
  const running = new Set([ID]);
  const host = {
    list: async () => [...running].map((id) => ({ id, state: 'running' })),
    state: async (id: string) => (running.has(id) ? 'running' : 'asleep'),
    stop: async (id: string) => void running.delete(id),
  };
  const ofProcess = () =>
    createTenantRuntime({
      db: services.db,
      lockPool: services.db,
      host,
      log: createLog('test', 'silent'),
      idleMinutes: 0,
    } as never);
  return { services, running, first: ofProcess(), second: ofProcess() };
}

test('a suspended venue that one process has acquired is stopped by no other, until all have released it', async (t) => {
  const { services, running, first, second } = await startTwo();
  t.teardown(services.close);
  await first.acquireInstance(ID);
  await first.acquireInstance(ID);

  await second.stopClosed();
  await second.suspend(ID);
  t.true(running.has(ID), 'the other one');
  await second.acquireInstance(ID);
  await second.releaseInstance(ID);
  t.true(running.has(ID), 'the other one, which has used it too');
  await first.releaseInstance(ID);
  await second.stopClosed();
  t.true(running.has(ID), 'one export of two is over');
  await first.releaseInstance(ID);

  t.false(running.has(ID));
  running.add(ID);
  await second.stopClosed();
  t.false(running.has(ID), 'nothing is left of it');
});

test('a process that is gone keeps no venue', async (t) => {
  const { services, running, first, second } = await startTwo();
  t.teardown(services.close);
  await first.acquireInstance(ID);
  const locked = `select pid from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
    and database = (select oid from pg_database where datname = current_database())`;
  const { rows } = await services.db.raw(locked);
  t.is(rows.length, 1);

  await services.db.raw('select pg_terminate_backend(?, 10000)', [rows[0].pid]);

  await second.stopClosed();
  t.false(running.has(ID));
});
