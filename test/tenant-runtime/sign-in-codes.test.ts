import test from 'ava';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

const redeem = (tenant: Tenant, code: unknown) => tenant.anonymous.post('/api/auth/redeem').send({ code });
const scannerCode = async (who: Tenant['user']): Promise<string> =>
  (await who.post('/api/auth/codes').send({ kind: 'scanner' })).body.code;
const bridgeCode = async (who: Tenant['user'], name = 'Склад'): Promise<string> =>
  (await who.post('/api/auth/codes').send({ kind: 'bridge', name })).body.code;

test('a code signs its maker in on another device, however it is typed', async (t) => {
  const tenant = await startTenant(t);
  const made = await tenant.user.post('/api/auth/codes').send({ kind: 'scanner' });
  t.is(made.status, 201);
  t.regex(made.body.code, /^[ABCDEFGHJKMNPQRSTVWXYZ2-9]{4}-[ABCDEFGHJKMNPQRSTVWXYZ2-9]{4}$/);

  const answer = await redeem(tenant, ` ${made.body.code.toLowerCase().replace('-', ' ')} `);

  t.like(answer.body, { success: true, user: { id: tenant.user.id, username: 'barman', role: 'user' } });
  const me = await tenant.anonymous.get('/api/auth/me').set('Authorization', `Bearer ${answer.body.token}`);
  t.is(me.body.user.id, tenant.user.id);
});

test('a code is good once, also for two at once', async (t) => {
  const tenant = await startTenant(t);
  const code = await scannerCode(tenant.user);
  const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(tenant, code)));
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400, 400]);
  t.like((await redeem(tenant, code)).body, { success: false, code: 'bad_code' });
});

test('a code is good for ten minutes', async (t) => {
  let now = new Date('2026-01-01T00:00:00Z');
  const tenant = await startTenant(t, { clock: () => now });
  const [early, late] = [await scannerCode(tenant.user), await scannerCode(tenant.user)];
  now = new Date('2026-01-01T00:09:59Z');
  t.is((await redeem(tenant, early)).status, 200);
  now = new Date('2026-01-01T00:10:00Z');
  t.like((await redeem(tenant, late)).body, { success: false, code: 'bad_code' });
});

test('codes die with the removal or the new password of their maker', async (t) => {
  const tenant = await startTenant(t);
  const other = await tenant.asNewUser('other');
  const codes = [await scannerCode(tenant.user), await scannerCode(other)];
  await tenant.admin.delete(`/api/users/${tenant.user.id}`);
  await tenant.admin.post(`/api/users/${other.id}/reset-password`);
  for (const code of codes) t.like((await redeem(tenant, code)).body, { code: 'bad_code' });
});

test('a code for a bridge is an administrator’s to make, and dies when they are no longer one', async (t) => {
  const tenant = await startTenant(t);
  t.is((await tenant.user.post('/api/auth/codes').send({ kind: 'bridge' })).status, 403);
  const second = await tenant.asNewUser('second', 'admin');
  const code = await bridgeCode(second);
  await tenant.admin.put(`/api/users/${second.id}`).send({ role: 'user' });
  t.like((await redeem(tenant, code)).body, { code: 'bad_code' });
});

test('no code is stored as it is shown', async (t) => {
  const tenant = await startTenant(t);
  const code = await scannerCode(tenant.user);
  const stored = JSON.stringify(await tenant.db('sign_in_codes').select());
  t.false(stored.includes(code) || stored.includes(code.replace('-', '')));
});

test('guessing is stopped for whoever guesses, and for nobody else', async (t) => {
  const tenant = await startTenant(t);
  const from = (address: string) =>
    tenant.anonymous.post('/api/auth/redeem').set('X-Forwarded-For', address).send({ code: 'AAAA-AAAA' });
  const one = await Promise.all(Array.from({ length: 25 }, () => from('203.0.113.1')));
  t.is(one.filter(({ status }) => status === 429).length, 5);
  t.regex(one.find(({ status }) => status === 429)?.headers['retry-after'] ?? '', /^\d+$/);
  t.is((await from('203.0.113.2')).status, 400);
  const { code } = (await tenant.user.post('/api/auth/codes').send({ kind: 'scanner' })).body;
  for (let n = 0; n < 110; n += 1) await Promise.all(Array.from({ length: 10 }, (_, i) => from(`198.51.${n}.${i}`)));
  const mine = await tenant.anonymous.post('/api/auth/redeem').set('X-Forwarded-For', '203.0.113.7').send({ code });
  t.is(mine.status, 200, 'strangers do not use up what the right person has');
});

test('what is no code or no kind is said so', async (t) => {
  const tenant = await startTenant(t);
  for (const code of [undefined, '', 7, 'x'.repeat(21), {}, 'AAAA', '%00']) {
    t.is((await redeem(tenant, code)).status, 400, String(code));
  }
  for (const body of [{}, { kind: 'root' }, { kind: 'bridge', name: 'я'.repeat(61) }]) {
    t.is((await tenant.admin.post('/api/auth/codes').send(body)).status, 400);
  }
  t.is((await tenant.anonymous.post('/api/auth/codes').send({ kind: 'scanner' })).status, 401);
});

test('who makes one code after another is told to use the last', async (t) => {
  const { user } = await startTenant(t);
  const answers = await Promise.all(
    Array.from({ length: 31 }, () => user.post('/api/auth/codes').send({ kind: 'scanner' })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  t.is(refused.length, 1);
  t.is(refused[0]?.body.error, 'Слишком много кодов подряд. Воспользуйтесь последним или подождите');
});
