import test, { type ExecutionContext } from 'ava';
import { createTestApi, MINUTE, PASSWORD, type TestApi } from '../support/platform/api.ts';

interface Ground {
  api: TestApi;
  admin: Awaited<ReturnType<TestApi['signUp']>>;
  login: (email: string, password: string, ip?: string) => Promise<unknown>;
  /** The alarms sent to administrators, the newest last. */
  alarms: () => Promise<string[]>;
}

/** Alarms concern a whole platform, so each test has its own. */
const onPlatform =
  (run: (t: ExecutionContext, ground: Ground) => Promise<void>) =>
  async (t: ExecutionContext): Promise<void> => {
    const api = await createTestApi();
    try {
      const admin = await api.signUp('admin');
      await run(t, {
        api,
        admin,
        login: (email, password, ip = '203.0.113.5') =>
          api.call.post('/api/auth/login').set('X-Forwarded-For', ip).send({ email, password }),
        async alarms() {
          await api.security.flush();
          await api.alarms.raise();
          return api.db('activity').where({ action: 'security.alarm' }).orderBy('id').pluck('description');
        },
      });
    } finally {
      await api.close();
    }
  };

test(
  'a hundred failures in an hour alarm administrators once an hour, in the journal and by letter',
  onPlatform(async (t, { api, admin, alarms }) => {
    const fail = (count: number): void => {
      for (let n = 0; n < count; n += 1) api.security.note({ event: 'login.failed', typed: `${n % 3}@bar.example` });
    };
    fail(99);
    t.deepEqual(await alarms(), []);

    fail(1);
    t.deepEqual(await alarms(), ['За час 100 неудач при входе']);
    fail(200);
    await Promise.all([api.alarms.raise(), api.alarms.raise()]);
    t.is((await alarms()).length, 1);
    const letters = () => api.db('mails').where({ template: 'security_alarm' }).pluck('recipient');
    t.deepEqual(await letters(), [admin.email]);
    t.is(Object.fromEntries(api.alarms.tallies()).failures, 1);

    api.clock.pass(61 * MINUTE);
    t.is((await alarms()).length, 1, 'an hour without any is quiet');
    fail(100);
    t.is((await alarms()).length, 2);
    t.is((await letters()).length, 2);
  }),
);

test(
  'twenty failures of one account alarm, and so does the sign-in that follows them',
  onPlatform(async (t, { api, login, alarms }) => {
    const person = await api.signUp();
    for (let n = 0; n < 20; n += 1) await login(person.email, 'wrong horse', `203.0.113.${n}`);
    t.deepEqual(await alarms(), [`К учётной записи подбирают пароль: ${person.email}, 20 неудач за час`]);

    await login(person.email, PASSWORD, '203.0.113.200');
    t.is((await alarms()).at(-1), `Вход после многих неудач: ${person.email} с адреса 203.0.113.200`);
  }),
);

test(
  "an administrator's sign-in from a new device alarms, and an owner's does not",
  onPlatform(async (t, { api, admin, login, alarms }) => {
    const owner = await api.signUp();
    await login(owner.email, PASSWORD);
    t.deepEqual(await alarms(), []);

    await login(admin.email, PASSWORD);
    t.deepEqual(await alarms(), [`Администратор вошёл с нового устройства: ${admin.email} с адреса 203.0.113.5`]);
  }),
);

test(
  "what the platform's own checks try alarms nobody, though it is in the log",
  onPlatform(async (t, { api, admin, login, alarms }) => {
    const check = '198.18.7.7';
    for (let n = 0; n < 20; n += 1) await login(admin.email, 'wrong horse', check);
    for (let n = 0; n < 100; n += 1)
      api.security.note({ event: 'login.failed', typed: 'nobody@bar.example', ip: check });
    await login(admin.email, PASSWORD, '198.18.7.8');

    t.deepEqual(await alarms(), []);
    t.true((await api.db('security_events').where({ ip: check })).length > 0);
  }),
);

test(
  'a flood of failures is a few rows that count all of it',
  onPlatform(async (t, { api }) => {
    for (let n = 0; n < 5000; n += 1) api.security.note({ event: 'host.refused', ip: `198.51.${n % 250}.${n % 199}` });
    await api.security.flush();

    const rows: { count: number }[] = await api.db('security_events').where({ event: 'host.refused' });
    t.true(rows.length <= 31, `${rows.length} rows`);
    t.is(
      rows.reduce((sum, { count }) => sum + count, 0),
      5000,
    );
  }),
);
