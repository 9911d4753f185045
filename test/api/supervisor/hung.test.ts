import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import { createTenantRuntime } from '../../../api/src/supervisor/tenant-runtime.service.ts';
import { createTestServices } from '../../support/platform/api.ts';

const ID = 'tvenue00001';
const RELEASE = 'aaaaaaaaaaaa';

/** A venue that answers, and what is done to it. */
async function startVenue(t: ExecutionContext) {
  const { db, auth, close } = await createTestServices();
  t.teardown(close);
  const venue = createServer((_req, res) => void res.end('{"success":true}'));
  await once(venue.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => {
    venue.closeAllConnections();
    venue.close();
  });
  const endpoint = `http://127.0.0.1:${(venue.address() as AddressInfo).port}`;
  const person = { email: 'owner@bar.example', password: 'correct horse', name: 'Анна' };
  const { account } = await auth.register(person, '10.0.0.1');
  await db('tenants').insert({
    id: ID,
    owner_id: account.id,
    subdomain: 'bar',
    display_name: 'Бар',
    status: 'active',
    bot_id: 1,
    bot_token_sealed: '',
    admin_username: 'boss',
    database_password_sealed: '',
    internal_secret_sealed: '',
    version: RELEASE,
    hosting: 'docker',
    endpoint,
  });
  const stopped: string[] = [];
  const host = {
    state: async () => 'running',
    dropBeside: async () => undefined,
    start: async () => ({ endpoint }),
    stop: async (id: string) => void stopped.push(id),
    logs: async () => [],
  };
  const lockPool = { transaction: <T>(work: (trx: typeof db) => Promise<T>) => db.transaction(work) };
  const runtime = createTenantRuntime({
    db,
    lockPool,
    host,
    processId: '00000000-0000-4000-8000-000000000001',
    secrets: { internalOf: () => 'known to both' },
    specOf: async () => ({ release: RELEASE, hosting: 'docker', env: { MAX_USERS: '5' } }),
    releases: { isSigned: async () => false, noteSigned: async () => undefined },
    log: createLog('test', 'silent'),
    idleMinutes: 0,
  } as never);
  await runtime.wake(ID);
  const stored = async (): Promise<string | null> => (await db('tenants').where({ id: ID }).first('endpoint')).endpoint;
  return { runtime, lockPool, endpoint, stopped, stored };
}

test('a venue that was started anew at its address, or has recovered, while one waited for its lock is left alone', async (t) => {
  const { runtime, endpoint, stopped, stored } = await startVenue(t);

  await runtime.replaceHung(ID, endpoint);

  t.deepEqual(stopped, []);
  t.is(await stored(), endpoint);
});

test('the address of a venue that hangs stays where it could not be stopped', async (t) => {
  const { runtime, lockPool, endpoint, stopped, stored } = await startVenue(t);
  lockPool.transaction = async () => {
    throw new Error('Timeout acquiring a connection');
  };

  await t.throwsAsync(runtime.replaceHung(ID, endpoint), { message: /Timeout/ });

  t.deepEqual(stopped, []);
  t.is(await stored(), endpoint, 'nobody starts a second one beside it');
});
