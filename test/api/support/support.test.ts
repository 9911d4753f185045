import test from 'ava';
import { DAY } from '../../support/platform/api.ts';
import { call, callVenue, newOwner, newVenue } from '../../support/platform/platform.ts';
import { administrator, ask, letterTo, platform, REASON, setUpSupport } from '../../support/venue/support-visits.ts';

setUpSupport();

test('an administrator comes into a venue for an hour; its owner is told, the journal has it, the venue sees it', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);

  const { status, body } = await ask(venue.id);

  t.is(status, 200);
  const { hostname, pathname, hash } = new URL(body.url);
  t.deepEqual([hostname, pathname], [`${venue.subdomain}.localhost`, '/support']);
  const wait = Date.parse(body.expires_at) - Date.now();
  t.true(wait > 0 && wait <= 120_000);
  const entered = await callVenue(platform, venue.subdomain, 'POST', '/api/auth/support', {
    body: { token: hash.slice(1) },
  });
  t.like(entered, { status: 200, body: { user: { role: 'admin', name: `Поддержка: ${administrator.email}` } } });
  t.is((await callVenue(platform, venue.subdomain, 'GET', '/api/items', { token: entered.body.token })).status, 200);

  const letter = await letterTo(owner.email);
  for (const expected of [administrator.email, REASON, 'Бар „Проба“']) t.true(letter.includes(expected), expected);
  const entry = await platform
    .db('activity')
    .where({ target: `tenant:${venue.id}`, action: 'tenant.support' })
    .first();
  t.is(entry.actor_id, administrator.userId);
  t.true(entry.description.endsWith(REASON));
  t.truthy(entry.ip);
  t.false(JSON.stringify(entry).includes(hash.slice(1)));
  const seen = await venue.call('GET', '/api/support');
  t.like(seen.body.sessions[0], { administrator: administrator.email, reason: REASON, state: 'running' });
});

test('an owner has one letter of visits with one reason within an hour, and the journal each of them', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);

  for (const reason of [REASON, REASON, 'Владелец просил поправить остаток', REASON]) {
    t.is((await ask(venue.id, reason)).status, 200);
  }

  const letters = await platform.db('mails').where({ recipient: owner.email, template: 'support_access' });
  t.is(letters.length, 2);
  t.is((await platform.db('activity').where({ target: `tenant:${venue.id}`, action: 'tenant.support' })).length, 4);
});

test('what opens one venue opens no other, and a visit that was ended opens none', async (t) => {
  const [one, other] = [
    await newVenue(platform, await newOwner(platform)),
    await newVenue(platform, await newOwner(platform)),
  ];
  const token = new URL((await ask(one.id)).body.url).hash.slice(1);
  const enter = (venue: typeof one) =>
    callVenue(platform, venue.subdomain, 'POST', '/api/auth/support', { body: { token } });

  t.like(await enter(other), { status: 400, body: { code: 'bad_link' } });
  const inside = (await enter(one)).body;
  const look = (venue: typeof one, path = '/api/items') =>
    callVenue(platform, venue.subdomain, 'GET', path, { token: inside.token });
  t.is((await look(one)).status, 200);
  for (const path of ['/api/items', '/api/support', '/api/auth/me']) t.is((await look(other, path)).status, 401, path);
  t.is((await call(platform.url, 'GET', '/api/admin/stats', { token: inside.token })).status, 401);

  const [{ id }] = (await one.call('GET', '/api/support')).body.sessions;
  t.is((await one.call('POST', `/api/support/${id}/end`)).status, 200);
  t.is((await look(one)).status, 401);
  t.like(await enter(one), { status: 400, body: { code: 'bad_link' } });
});

test('a visit outlives a clock that went a day ahead and was set right', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  await ask(venue.id);
  const visits = () => platform.db('support_visits').where({ tenant_id: venue.id }).pluck('administrator');
  const at = Date.now() + DAY;
  // long over, even by the clock that was ahead
  const old = {
    administrator: 'old@bar.example',
    administrator_id: administrator.userId,
    until: new Date(at - 3 * DAY),
  };
  await platform.db('support_visits').insert({ ...old, tenant_id: venue.id });

  await platform.venues.supportVisits.forget(new Date(at));

  t.deepEqual(await visits(), [administrator.email]);
});

test('a visit ends with the process of the venue that it is in', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const token = new URL((await ask(venue.id)).body.url).hash.slice(1);
  const { body: inside } = await callVenue(platform, venue.subdomain, 'POST', '/api/auth/support', { body: { token } });
  const look = () => callVenue(platform, venue.subdomain, 'GET', '/api/items', { token: inside.token });
  t.is((await look()).status, 200);

  t.is((await administrator.call('POST', `/api/admin/tenants/${venue.id}/restart`)).status, 200);

  t.is((await look()).status, 401);
  const { body } = await venue.call('GET', '/api/support');
  t.is(body.sessions[0].state, 'ended');
});

test('who is no administrator any more by the time the venue answers gets no link, and nobody is told of a visit', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const other = await newOwner(platform);
  const role = (name: string) => platform.db('users').where({ id: other.userId }).update({ role: name });
  await role('admin');
  platform.accounts.sessions.forget(other.userId);
  const { runtime } = platform.venues;
  const { inviteSupport } = runtime;
  t.teardown(() => {
    runtime.inviteSupport = inviteSupport;
  });
  runtime.inviteSupport = async (id, visit) => {
    const token = await inviteSupport(id, visit);
    if (id === venue.id) await role('customer');
    return token;
  };

  const refused = await ask(venue.id, REASON, other);

  t.is(refused.status, 403);
  t.is(refused.body.url, undefined);
  t.is((await platform.db('activity').where({ target: `tenant:${venue.id}`, action: 'tenant.support' })).length, 0);
});

test('a suspended venue, one that never was, a short reason and a customer are refused', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);

  const short = await ask(venue.id, '  коротко  ');
  t.like(short, { status: 400, body: { errors: { reason: 'Опишите причину подробнее: хотя бы 10 символов' } } });
  t.is((await ask(venue.id, REASON, owner)).status, 403);
  t.is((await ask('tnever00000')).status, 404);
  await administrator.call('PUT', `/api/admin/tenants/${venue.id}/status`, { status: 'suspended' });
  t.like(await ask(venue.id), { status: 409, body: { code: 'tenant_suspended' } });
  t.is(await platform.venues.runtime.state(venue.id), 'asleep');
  const outside = await callVenue(platform, venue.subdomain, 'POST', '/internal/support', { body: {} });
  t.is(outside.status, 404);
});
