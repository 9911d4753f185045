import test from 'ava';
import { io } from 'socket.io-client';
import { call, callVenue, newOwner, newVenue, type Reply, type TestOwner } from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';
import { administrator, ask, platform, REASON, setUpSupport } from '../../support/venue/support-visits.ts';

setUpSupport();

for (const [how, change, then] of [
  ['demoted', { role: 'customer' }, 403],
  ['blocked', { status: 'blocked' }, 403],
] as const) {
  test(`an administrator who is ${how} is out of every venue at once, and what waits lets nobody in`, async (t) => {
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    const other = await newOwner(platform);
    await platform.db('users').where({ id: other.userId }).update({ role: 'admin' });
    platform.accounts.sessions.forget(other.userId);
    const linkOf = async (): Promise<string> => new URL((await ask(venue.id, REASON, other)).body.url).hash.slice(1);
    const enter = (token: string) =>
      callVenue(platform, venue.subdomain, 'POST', '/api/auth/support', { body: { token } });
    const { body: inside } = await enter(await linkOf());
    const waiting = await linkOf();
    const { body: colleague } = await enter(new URL((await ask(venue.id)).body.url).hash.slice(1));
    const lookAs = (token: string) => callVenue(platform, venue.subdomain, 'GET', '/api/items', { token });
    const look = () => lookAs(inside.token);
    t.is((await look()).status, 200);

    await platform.db('users').where({ id: other.userId }).update(change);

    await until(async () => (await look()).status === 401, 'the visit is over');
    await until(
      async () => (await platform.db('support_visits').where({ administrator: other.email })).length === 0,
      'nothing is left to be ended',
    );
    t.like(await enter(waiting), { status: 400, body: { code: 'bad_link' } });
    t.is((await other.call('GET', '/api/admin/stats')).status, then);
    t.is((await ask(venue.id, REASON, other)).status, then);
    const entry = await platform.db('activity').where({ action: 'tenant.support_ended', target: `tenant:${venue.id}` });
    t.is(entry.length, 1);
    const { sessions } = (await venue.call('GET', '/api/support')).body;
    const theirs = sessions.filter((one: { administrator: string }) => one.administrator === other.email);
    t.deepEqual(
      theirs.map(({ state, ended_by }: { state: string; ended_by: string }) => [state, ended_by]),
      [
        ['ended', 'Платформа'],
        ['ended', 'Платформа'],
      ],
    );
    // visits of other administrators go on
    t.is((await lookAs(colleague.token)).status, 200);
    t.is((await enter(new URL((await ask(venue.id)).body.url).hash.slice(1))).status, 200);
  });
}

for (const [how, leave] of [
  ['signs out', (who: TestOwner) => who.call('POST', '/api/auth/logout', {})],
  ['ends all sessions', (who: TestOwner) => who.call('DELETE', '/api/auth/sessions')],
] as const) {
  test(`when the administrator ${how}, their visit and its open socket end, and a waiting link lets nobody in`, async (t) => {
    const venue = await newVenue(platform, await newOwner(platform));
    const other = await newOwner(platform);
    await platform.db('users').where({ id: other.userId }).update({ role: 'admin' });
    platform.accounts.sessions.forget(other.userId);
    const invited = async () => new URL((await ask(venue.id, REASON, other)).body.url).hash.slice(1);
    const enter = (token: string) =>
      callVenue(platform, venue.subdomain, 'POST', '/api/auth/support', { body: { token } });
    const { body: inside } = await enter(await invited());
    const waiting = await invited();
    const socket = io(platform.url, {
      auth: { token: inside.token },
      extraHeaders: { host: `${venue.subdomain}.localhost:${platform.port}` },
      transports: ['websocket'],
      reconnection: false,
    });
    t.teardown(() => void socket.disconnect());
    await until(() => socket.connected, 'the socket');
    const gone = new Promise((resolve) => socket.once('disconnect', resolve));

    t.is((await leave(other)).status, 200);

    t.is(await gone, 'io server disconnect');
    const look = () => callVenue(platform, venue.subdomain, 'GET', '/api/items', { token: inside.token });
    t.is((await look()).status, 401);
    t.like(await enter(waiting), { status: 400, body: { code: 'bad_link' } });
    const entry = platform.db('activity').where({ action: 'tenant.support_ended', target: `tenant:${venue.id}` });
    await until(async () => (await entry.clone()).length === 1, 'the end is in the journal');
    t.true((await entry.first()).description.endsWith(`сеанс ${other.email} завершён`));
    const expected = platform.db('security_events').where({ user_id: other.userId, target: `tenant:${venue.id}` });
    t.deepEqual(await expected.orderBy('id').pluck('event'), ['support.started', 'support.started', 'support.ended']);
  });
}

test('a visit whose sign-in has run out ends without anybody saying so; one of another sign-in goes on', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const other = await newOwner(platform);
  await platform.db('users').where({ id: other.userId }).update({ role: 'admin' });
  platform.accounts.sessions.forget(other.userId);
  const visits = () => platform.db('support_visits').where({ tenant_id: venue.id }).pluck('administrator');
  t.is((await ask(venue.id, REASON, other)).status, 200);
  t.is((await ask(venue.id)).status, 200);

  await platform.db('sessions').where({ user_id: other.userId }).update({ expires_at: new Date() });
  // any event makes the platform check
  await platform.accounts.live.notify(platform.db, { resource: 'tenants' });

  await until(async () => (await visits()).length === 1, 'one visit is ended');
  t.deepEqual(await visits(), [administrator.email]);
});

test('a visit that begins while an earlier one of the same administrator is being ended does not outlive its sign-in', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const other = await newOwner(platform);
  await platform.db('users').where({ id: other.userId }).update({ role: 'admin' });
  platform.accounts.sessions.forget(other.userId);
  const { email, password } = other;
  const { token } = (await call(platform.url, 'POST', '/api/auth/login', { body: { email, password } })).body;
  const again = {
    ...other,
    call: (method: string, path: string, body?: unknown) => call(platform.url, method, path, { token, body }),
  };
  const { runtime } = platform.venues;
  const { endSupport } = runtime;
  t.teardown(() => {
    runtime.endSupport = endSupport;
  });
  let visit: Promise<Reply> | undefined;
  // the earlier visit is ended once, however often the platform looks
  runtime.endSupport = async (id, who) => {
    if (id === venue.id && visit) return void (await visit);
    await endSupport(id, who);
    if (id !== venue.id) return;
    visit = ask(venue.id, REASON, again);
    await visit;
  };
  t.is((await ask(venue.id, REASON, other)).status, 200);
  await other.call('POST', '/api/auth/logout', {});
  const ended = () => platform.db('activity').where({ action: 'tenant.support_ended', target: `tenant:${venue.id}` });
  await until(async () => (await ended()).length === 1, 'the earlier visit is ended');
  const link = new URL((await visit)?.body.url).hash.slice(1);
  const { body: inside } = await callVenue(platform, venue.subdomain, 'POST', '/api/auth/support', {
    body: { token: link },
  });
  const look = () => callVenue(platform, venue.subdomain, 'GET', '/api/items', { token: inside.token });
  t.is((await look()).status, 200);

  runtime.endSupport = endSupport;
  t.is((await again.call('POST', '/api/auth/logout', {})).status, 200);

  await until(async () => (await look()).status === 401, 'the later visit is ended too');
});

test('a visit to a venue that stands still ends when it runs again', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const other = await newOwner(platform);
  await platform.db('users').where({ id: other.userId }).update({ role: 'admin' });
  platform.accounts.sessions.forget(other.userId);
  const { hash } = new URL((await ask(venue.id, REASON, other)).body.url);
  const suspend = (status: string) => administrator.call('PUT', `/api/admin/tenants/${venue.id}/status`, { status });
  await suspend('suspended');

  await platform.db('users').where({ id: other.userId }).update({ status: 'blocked' });
  await suspend('active');

  await until(
    async () => (await platform.db('support_visits').where({ administrator: other.email })).length === 0,
    'the visit is ended',
  );
  const entered = await callVenue(platform, venue.subdomain, 'POST', '/api/auth/support', {
    body: { token: hash.slice(1) },
  });
  t.like(entered, { status: 400, body: { code: 'bad_link' } });
});
