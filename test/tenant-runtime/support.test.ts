import test, { type ExecutionContext } from 'ava';
import { createClock, MINUTE } from '../support/platform/api.ts';
import { until } from '../support/run/until.ts';
import { INTERNAL_SECRET, startTenant, type Tenant } from '../support/venue/tenant.ts';

const visit = { administrator: 'admin@platform.example', reason: 'Владелец просил проверить импорт' };

async function invite(venue: Tenant): Promise<string> {
  const reply = await venue.anonymous
    .post('/internal/support')
    .set('Authorization', `Bearer ${INTERNAL_SECRET}`)
    .send(visit);
  return reply.body.token;
}
const redeem = (venue: Tenant, token: string) => venue.anonymous.post('/api/auth/support').send({ token });

async function enter(t: ExecutionContext) {
  const clock = createClock();
  const venue = await startTenant(t, { clock: clock.now });
  const { body } = await redeem(venue, await invite(venue));
  const bearer = `Bearer ${body.token}`;
  const support = {
    get: (path: string) => venue.anonymous.get(path).set('Authorization', bearer),
    post: (path: string) => venue.anonymous.post(path).set('Authorization', bearer),
    put: (path: string) => venue.anonymous.put(path).set('Authorization', bearer),
    delete: (path: string) => venue.anonymous.delete(path).set('Authorization', bearer),
  };
  return { venue, clock, body, support };
}

test('support comes in by a link for one use, as a named administrator, and what it changes carries its name', async (t) => {
  const clock = createClock();
  const venue = await startTenant(t, { clock: clock.now });
  const token = await invite(venue);

  const [one, two] = await Promise.all([redeem(venue, token), redeem(venue, token)]);
  const answers = [one, two].sort((a, b) => a.status - b.status);
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 400],
  );
  t.like(answers[1]?.body, { code: 'bad_link' });
  t.regex(answers[1]?.body.error, /Ссылка не подошла/);
  const { body } = answers[0] as { body: { token: string; user: { role: string; name: string }; expires_at: string } };
  t.like(body.user, { role: 'admin', name: `Поддержка: ${visit.administrator}` });
  t.true(Math.abs(Date.parse(body.expires_at) - clock.now().getTime() - 60 * MINUTE) < MINUTE);

  const item = await venue.anonymous
    .post('/api/items')
    .set('Authorization', `Bearer ${body.token}`)
    .send({ name: 'Джин', unit: 'л', quantity: 2 });
  await venue.anonymous
    .post('/api/changes')
    .set('Authorization', `Bearer ${body.token}`)
    .send({ changes: [{ id: crypto.randomUUID(), itemId: item.body.item.id, delta: 1, source: 'web' }] });
  const log = await venue.admin.get('/api/changes');
  t.true(JSON.stringify(log.body).includes(`Поддержка: ${visit.administrator}`));
});

test('support manages nobody’s sign-in, is no member of the team, and takes no place of the plan', async (t) => {
  const { venue, support } = await enter(t);
  const people = await venue.admin.get('/api/users');
  const [person] = people.body.users;

  t.false(JSON.stringify(people.body).includes('Поддержка'));
  for (const reply of [
    await support.post(`/api/users/${person.id}/reset-password`),
    await support.post('/api/users').send({ username: 'friend' }),
    await support.post('/api/auth/codes').send({ kind: 'scanner' }),
    await support.post('/api/auth/codes').send({ kind: 'bridge' }),
    await support.put(`/api/users/${person.id}`).send({ role: 'admin' }),
    await support.delete(`/api/users/${person.id}`),
    await support.post('/api/auth/telegram'),
    await support.delete('/api/auth/telegram'),
    await support.post(`/api/users/${person.id}/telegram`),
    await support.delete(`/api/users/${person.id}/telegram`),
    await support.post('/api/newcomers/77/admit'),
    await support.post('/api/newcomers/77/refuse'),
    await support.delete('/api/bridges/1'),
    await support.post('/api/feeds').send({ kind: 'upload' }),
    await support.put('/api/feeds/1').send({ password: 'x' }),
    await support.post('/api/feeds/1/secret'),
    await support.delete('/api/feeds/1'),
  ]) {
    t.like(reply, { status: 403, body: { code: 'not_for_support' } });
  }
  t.is((await support.get('/api/settings')).status, 200);
  t.is((await support.get('/api/feeds')).status, 200);
});

test('the venue sees who came and why, and its administrator ends it at once', async (t) => {
  const { venue, support } = await enter(t);
  const { body } = await venue.admin.get('/api/support');
  const [shown] = body.sessions;
  t.like(shown, { ...visit, state: 'running', ended_at: null });
  t.is((await venue.user.get('/api/support')).status, 403);

  const ended = await venue.admin.post(`/api/support/${shown.id}/end`);

  t.like(ended.body.session, { state: 'ended' });
  t.truthy(ended.body.session.ended_by);
  t.is((await support.get('/api/items')).status, 401);
  t.is((await venue.admin.post('/api/support/none/end')).status, 404);
  const again = await venue.admin.post(`/api/support/${shown.id}/end`);
  t.is(again.body.session.ended_at, ended.body.session.ended_at);
});

test('a visitor who signs out ends the visit at the venue, and the log says who did', async (t) => {
  const { venue, body, support } = await enter(t);
  const socket = await venue.socket(body.token);

  t.is((await support.post('/api/auth/logout').send({})).status, 200);

  t.is((await support.get('/api/items')).status, 401);
  await until(() => !socket.connected, 'its socket ends');
  const { sessions } = (await venue.admin.get('/api/support')).body;
  t.like(sessions[0], { state: 'ended', ended_by: `Поддержка: ${visit.administrator}` });
  const { events } = (await venue.admin.get('/api/security?kind=support')).body;
  t.deepEqual(
    events.map(({ event }: { event: string }) => event),
    ['support.ended', 'support.started'],
  );
});

test('a link that is old or revoked opens nothing, and a session ends after an hour', async (t) => {
  const { venue, clock, support } = await enter(t);
  const old = await invite(venue);
  const revoked = await invite(venue);
  const { body } = await venue.admin.get('/api/support');
  t.like(body.sessions[0], { state: 'waiting' });
  await venue.admin.post(`/api/support/${body.sessions[0].id}/end`);

  t.is((await redeem(venue, revoked)).body.code, 'bad_link');
  clock.pass(2 * MINUTE + 1000);
  t.is((await redeem(venue, old)).body.code, 'bad_link');
  t.is((await redeem(venue, 'x'.repeat(43))).status, 400);
  t.is((await support.get('/api/items')).status, 200);
  clock.pass(58 * MINUTE);
  t.is((await support.get('/api/items')).status, 401);
  const after = await venue.anonymous.post('/internal/support').send(visit);
  t.is(after.status, 401);
});

test('an hour that was seen to be up stays up when the clock is set back, and the visit stays ended', async (t) => {
  const { venue, clock, support } = await enter(t);
  const { body: before } = await venue.admin.get('/api/support');
  clock.pass(61 * MINUTE);
  t.is((await support.get('/api/items')).status, 401);
  clock.pass(-30 * MINUTE);

  t.is((await support.get('/api/items')).status, 401);
  const { body } = await venue.admin.get('/api/support');
  const [{ id, expires_at }] = before.sessions;
  t.like(body.sessions[0], { id, state: 'ended', ended_at: expires_at, ended_by: null });
  t.is((await venue.admin.get('/api/items')).status, 200);
});

test('what its list has shown as over stays over, visits and links alike', async (t) => {
  const { venue, clock, support } = await enter(t);
  clock.pass(30 * MINUTE);
  const [seen, tried] = [await invite(venue), await invite(venue)];
  clock.pass(31 * MINUTE);
  t.is((await redeem(venue, tried)).body.code, 'bad_link');
  const { body } = await venue.admin.get('/api/support');
  t.deepEqual([...new Set(body.sessions.map(({ state }: { state: string }) => state))], ['ended']);
  clock.pass(-31 * MINUTE);

  t.is((await support.get('/api/items')).status, 401);
  for (const token of [seen, tried]) t.is((await redeem(venue, token)).body.code, 'bad_link');
});

test('what was open when a process ended is ended by the next, and nobody else is signed out', async (t) => {
  const { venue, support } = await enter(t);
  const waiting = await invite(venue);

  // as the start of a process does
  await venue.services.support.endAll();

  t.is((await support.get('/api/items')).status, 401);
  t.is((await redeem(venue, waiting)).body.code, 'bad_link');
  t.is((await venue.user.get('/api/items')).status, 200);
  const { body } = await venue.admin.get('/api/support');
  t.deepEqual(
    body.sessions.map(({ state, ended_by }: { state: string; ended_by: string | null }) => [state, ended_by]),
    [
      ['ended', null],
      ['ended', null],
    ],
  );
  t.is((await redeem(venue, await invite(venue))).status, 200);
});

test('a socket ends with its hour too, also in a process that has not opened the visit', async (t) => {
  const { venue, clock, body } = await enter(t);
  // the first socket of a process takes a while to connect
  await venue.socket(venue.admin.token);
  // enough time for a busy machine to open another socket, whose end the test awaits
  clock.pass(60 * MINUTE - 15_000);

  const socket = await venue.socket(body.token);
  const ended = await new Promise((resolve) => socket.once('disconnect', resolve));

  t.is(ended, 'io server disconnect');
});
