import test from 'ava';
import { until } from '../support/run/until.ts';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

async function pair(tenant: Tenant, name = 'Склад'): Promise<{ token: string; id: number }> {
  const { code } = (await tenant.admin.post('/api/auth/codes').send({ kind: 'bridge', name })).body;
  const { body } = await tenant.anonymous.post('/api/auth/redeem').send({ code });
  return { token: body.token, id: body.bridge.id };
}
const listed = async (tenant: Tenant) => (await tenant.admin.get('/api/bridges')).body.bridges;

test('a bridge is paired by a code, listed with who paired it, and online while it is connected', async (t) => {
  let now = new Date('2026-01-01T00:00:00Z');
  const tenant = await startTenant(t, { clock: () => now });
  const { token, id } = await pair(tenant, 'Ноутбук на складе');
  t.deepEqual(await listed(tenant), [
    { id, name: 'Ноутбук на складе', pairedBy: 'Анна', pairedAt: now.toISOString(), seenAt: null, online: false },
  ]);

  now = new Date('2026-01-01T01:00:00Z');
  const socket = await tenant.socket(token);
  await until(async () => (await listed(tenant))[0].seenAt !== null, 'seen');
  t.like((await listed(tenant))[0], { online: true, seenAt: '2026-01-01T01:00:00.000Z' });

  now = new Date('2026-01-01T02:00:00Z');
  socket.disconnect();
  await until(async () => !(await listed(tenant))[0].online, 'offline');
  await until(async () => (await listed(tenant))[0].seenAt === '2026-01-01T02:00:00.000Z', 'seen last');
  t.pass();
});

test('a bridge’s token opens nothing but the socket’s scales, and never grows too old', async (t) => {
  let now = new Date('2026-01-01T00:00:00Z');
  const tenant = await startTenant(t, { clock: () => now });
  const { token } = await pair(tenant);
  for (const path of ['/api/items', '/api/auth/me', '/api/bridges', '/api/scales', '/api/users']) {
    const answer = await tenant.anonymous.get(path).set('Authorization', `Bearer ${token}`);
    t.like({ status: answer.status, code: answer.body.code }, { status: 403, code: 'bridge_only' }, path);
  }
  const code = tenant.anonymous.post('/api/auth/codes').set('Authorization', `Bearer ${token}`);
  t.is((await code.send({ kind: 'scanner' })).status, 403);

  now = new Date('2031-01-01T00:00:00Z');
  const bridge = await tenant.socket(token);
  t.like(await bridge.emitWithAck('scales:reading', { scaleId: 'A', weightG: 1, stable: true }), { ok: true });
});

test('a bridge is told nothing of the stock', async (t) => {
  const tenant = await startTenant(t);
  const { token } = await pair(tenant);
  const [bridge, panel] = [await tenant.socket(token), await tenant.socket(tenant.user.token)];
  const events: string[] = [];
  bridge.onAny((event) => events.push(event));
  let notices = 0;
  panel.on('items:changed', () => {
    notices += 1;
  });
  await tenant.createItem({ name: 'Ром' });
  tenant.services.live.everythingChanged();
  await bridge.emitWithAck('scales:reading', { scaleId: 'A', weightG: 1, stable: true });
  await until(() => notices === 2, 'the panel is told');
  await bridge.emitWithAck('scales:state', { scales: [] });
  t.deepEqual(events, []);
});

test('an unpaired bridge is cut off at once and for good, and its scales are gone', async (t) => {
  const tenant = await startTenant(t);
  const [gone, kept] = [await pair(tenant), await pair(tenant, 'Бар')];
  const [one, other] = [await tenant.socket(gone.token), await tenant.socket(kept.token)];
  await one.emitWithAck('scales:state', { scales: [{ scaleId: 'A', model: 'X', state: 'connected' }] });
  const closed = new Promise((resolve) => one.once('disconnect', resolve));

  t.is((await tenant.admin.delete(`/api/bridges/${gone.id}`)).status, 200);

  t.is(await closed, 'io server disconnect');
  await t.throwsAsync(() => tenant.socket(gone.token), { message: /войдите/ });
  t.is((await tenant.anonymous.get('/api/items').set('Authorization', `Bearer ${gone.token}`)).status, 401);
  t.true(other.connected);
  t.deepEqual((await tenant.user.get('/api/scales')).body.scales, []);
  t.deepEqual(
    (await listed(tenant)).map(({ name }: { name: string }) => name),
    ['Бар'],
  );
  t.is((await tenant.admin.delete(`/api/bridges/${gone.id}`)).status, 404);
  t.is((await tenant.user.delete(`/api/bridges/${kept.id}`)).status, 403);
});

test('a bridge’s token is stored nowhere as it is', async (t) => {
  const tenant = await startTenant(t);
  const { token } = await pair(tenant);
  t.false(JSON.stringify(await tenant.db('bridges').select()).includes(token.slice('bridge.'.length)));
});
