import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import { setStarted } from '../../api/src/supervisor/instances.queries.ts';
import type { Switched } from '../../api/src/supervisor/switching.ts';
import { createUpdates } from '../../api/src/updates/updates.service.ts';
import { createTestServices } from '../support/platform/api.ts';

const ID = 'tvenue00001';
const [BEFORE, AFTER] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
const endpoint = 'http://127.0.0.1:1';

/** A venue that is to take a release with another schema; the test says how it answers, and how its switch ends. */
async function startUpdates(t: ExecutionContext, more: object = {}) {
  const { db, auth, close } = await createTestServices();
  t.teardown(close);
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
    version: BEFORE,
    endpoint,
    ...more,
  });
  const how = { presence: 'here', backups: 0, switchTo: async (): Promise<Switched> => ({ state: 'busy' }) };
  let run: (item: { key: string }) => Promise<{ message?: string }> = async () => ({});
  const updates = createUpdates({
    db,
    runtime: { presenceOf: async () => how.presence, state: async () => 'running', switchTo: () => how.switchTo() },
    releases: { targetOf: async () => AFTER, isStopped: async () => false },
    host: { images: async () => [BEFORE, AFTER].map((tag) => ({ tag, migrations: [tag] })) },
    backups: {
      make: async () => {
        how.backups += 1;
      },
    },
    operations: {
      define: (_kind: string, work: { run: typeof run }) => {
        run = work.run;
      },
    },
    log: createLog('test', 'silent'),
  } as never);
  return {
    db,
    how,
    late: updates.late.look,
    now: () => run({ key: ID }),
    due: async (): Promise<string | null> => (await db('tenants').where({ id: ID }).first('update_due')).update_due,
  };
}

const busyMachine = async (): Promise<never> => {
  throw new Error('no room for a second instance');
};

test('a passing error leaves a venue waiting for its release, and a release that did not work does not', async (t) => {
  const { how, late, due } = await startUpdates(t, { update_due: AFTER });
  how.switchTo = busyMachine;
  await late();
  t.is(await due(), AFTER);

  how.switchTo = async () => ({ state: 'recovered', note: 'упало' });
  await late();
  t.is(await due(), null);
});

test('a venue that is slow to answer is tried again, one that sleeps takes the release when it wakes', async (t) => {
  const { how, now, due } = await startUpdates(t);
  how.presence = 'unknown';
  t.regex((await now()).message ?? '', /не отвечает. Новый получит в ближайшие минуты сам/);
  t.is(await due(), AFTER);

  how.presence = 'gone';
  t.regex((await now()).message ?? '', /^Спит/);
  t.is(await due(), null);
});

test('a venue that was not backed up when it began to wait is backed up once, however often it is tried', async (t) => {
  const { db, how, late, due } = await startUpdates(t, { update_due: AFTER });
  how.switchTo = busyMachine;
  await late();
  t.is(how.backups, 1);
  await late();
  how.switchTo = async () => ({ state: 'busy' });
  await late();
  await late();
  t.is(how.backups, 1);

  // it slept, and its tables were in use when it woke
  const started = { endpoint, maxUsers: 5, release: BEFORE, hosting: 'process' as const, updateDue: AFTER };
  await setStarted(db, ID, { ...started, runBy: '00000000-0000-4000-8000-000000000001' });
  await late();
  t.is(how.backups, 2);
  t.is(await due(), AFTER);
});
