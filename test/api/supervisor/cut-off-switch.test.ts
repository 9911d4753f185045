import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import { createTenantRuntime } from '../../../api/src/supervisor/tenant-runtime.service.ts';
import { createTestServices } from '../../support/platform/api.ts';

const ID = 'tvenue00001';
const [BEFORE, AFTER] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
const stats = { userCount: 1, itemCount: 0, changeCount: 0, lastChangeAt: null };

test('a container that a killed platform put in the place of another takes over when the next one finds it', async (t) => {
  const services = await createTestServices();
  t.teardown(services.close);
  const received: string[] = [];
  const venue = createServer((req, res) => {
    received.push(`${req.method} ${req.url}`);
    if (req.url?.startsWith('/api/')) res.writeHead(401);
    res.end(JSON.stringify({ success: true, stats }));
  });
  await once(venue.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => venue.close());
  const endpoint = `http://127.0.0.1:${(venue.address() as AddressInfo).port}`;
  const { account } = await services.auth.register(
    { email: 'owner@bar.example', password: 'correct horse', name: 'Анна' },
    '10.0.0.1',
  );
  // the switch was cut off before the row told of it
  await services.db('tenants').insert({
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
    version: BEFORE,
    hosting: 'docker',
    endpoint: 'http://127.0.0.1:1',
  });
  const dropped: string[] = [];
  const host = {
    state: async () => 'running',
    runningRelease: async () => AFTER,
    dropBeside: async (id: string) => void dropped.push(id),
    start: async () => ({ endpoint }),
    stop: async () => undefined,
    logs: async () => [],
  };
  const asNextPlatform = () =>
    createTenantRuntime({
      db: services.db,
      lockPool: services.db,
      host,
      processId: '00000000-0000-4000-8000-000000000001',
      secrets: { internalOf: () => 'known to both' },
      specOf: async (_row: unknown, _reader: unknown, release: string) => ({
        release,
        hosting: 'docker',
        env: { MAX_USERS: '5' },
      }),
      releases: { isSigned: async () => false, noteSigned: async () => undefined },
      log: createLog('test', 'silent'),
      idleMinutes: 0,
    } as never);

  t.is(await asNextPlatform().wake(ID), endpoint);

  t.like(await services.db('tenants').where({ id: ID }).first(), {
    version: AFTER,
    endpoint,
    previous_release: BEFORE,
  });
  t.deepEqual(dropped, [ID], 'and nothing is left beside it');
  const takeOvers = (): number => received.filter((one) => one === 'POST /internal/take-over').length;
  t.is(takeOvers(), 1);
  t.is(await asNextPlatform().wake(ID), endpoint);
  t.is(takeOvers(), 1, 'one that has taken over is found as it is');
});
