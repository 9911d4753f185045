import test from 'ava';
import { io } from 'socket.io-client';
import request from 'supertest';
import { createClock, MINUTE } from '../support/platform/api.ts';
import {
  ADDRESS,
  FIREFOX,
  login,
  logOf,
  PASSWORD,
  visitor,
  withOwner,
  wordsOf,
} from '../support/venue/security-log.ts';
import { startTenant } from '../support/venue/tenant.ts';
import { workbookOf } from './spreadsheets/venue.ts';

test('the log tells of each sign-in, good and bad, with whose it was, from where and with what', async (t) => {
  const venue = await withOwner(await startTenant(t));
  await login(venue, 'owner', 'wrong words here');
  await login(venue, 'nobody', 'wrong words here');
  const { body } = await login(venue, '@Owner', PASSWORD);
  await visitor(venue, '/api/auth/logout').send({ refreshToken: body.refreshToken });
  const forged = `${body.token.slice(0, -10)}AAAAAAAAAA`;
  await request(venue.url).get('/api/items').set('Authorization', `Bearer ${forged}`);

  const events = await logOf(venue, '&kind=signIn');

  t.deepEqual(wordsOf(events).toSorted(), [
    'login.failed',
    'login.failed',
    'login.succeeded',
    'session.ended',
    'token.refused',
  ]);
  t.like(
    events.find(({ event }) => event === 'login.succeeded'),
    { user: { name: 'owner' }, actor: null, outcome: 'success', ip: '203.0.113.*', device: 'Firefox, Windows' },
  );
  const failed = events.filter(({ event }) => event === 'login.failed');
  t.deepEqual(failed.map(({ user }) => user?.name).toSorted(), ['owner', undefined]);
  t.regex(failed.find(({ user }) => user === null)?.subject ?? '', /^#[0-9a-f]{12}$/);
});

test('a forged token is in the log whichever way it comes, and one whose time is up is not', async (t) => {
  const clock = createClock();
  const venue = await withOwner(await startTenant(t, { clock: clock.now }));
  const { body } = await login(venue, 'owner', PASSWORD);
  const forged = `${body.token.slice(0, -10)}AAAAAAAAAA`;
  const extraHeaders = { 'x-forwarded-for': ADDRESS, 'user-agent': FIREFOX };
  const reach = (token: string) =>
    new Promise<void>((resolve) => {
      const socket = io(venue.url, { auth: { token }, transports: ['websocket'], reconnection: false, extraHeaders });
      socket.once('connect_error', () => resolve(void socket.disconnect()));
      socket.once('connect', () => socket.emit('session:renew', forged));
      socket.once('disconnect', () => resolve());
    });
  await reach(forged);
  await reach(body.token);
  clock.pass(61 * MINUTE);
  for (const token of [body.token, '', 'bridge.of-scales-that-were-unpaired']) await reach(token);

  const refused = (await logOf(venue)).filter(({ event }) => event === 'token.refused');

  t.is(
    refused.reduce((sum, { count }) => sum + count, 0),
    2,
  );
  t.like(refused[0], { outcome: 'failure', ip: '203.0.113.*', device: 'Firefox, Windows' });
});

test('sign-ins beyond the limit, wrong codes and a refresh token used again are in the log', async (t) => {
  const clock = createClock();
  const venue = await withOwner(await startTenant(t, { clock: clock.now }));
  const { body } = await login(venue, 'owner', PASSWORD);
  const refresh = () => visitor(venue, '/api/auth/refresh').send({ refreshToken: body.refreshToken });
  const { token } = (await refresh()).body;
  await request(venue.url).get('/api/items').set('Authorization', `Bearer ${token}`);
  clock.pass(3 * MINUTE);
  await refresh();
  for (let n = 0; n < 12; n += 1) await login(venue, 'owner', `guess-${n}`, '198.51.100.7');
  await visitor(venue, '/api/auth/redeem').send({ code: '7KQM-W2XD' });
  await visitor(venue, '/api/auth/support').send({ token: 'no-such-link' });

  const events = await logOf(venue, '&outcome=failure');

  const counted = (word: string) =>
    events.filter(({ event }) => event === word).reduce((sum, { count }) => sum + count, 0);
  t.is(counted('login.failed'), 10);
  t.is(counted('login.limited'), 2);
  t.is(counted('login.code_failed'), 2);
  t.is(counted('token.reused'), 1);
  for (const { event, user } of events.filter(({ event }) => /failed$|limited|reused/.test(event))) {
    t.is(user?.name, event === 'login.code_failed' ? undefined : 'owner', event);
  }
});

test('what is done about people, passwords, scales and support is in the log, with who did it', async (t) => {
  const venue = await startTenant(t);
  const { admin, user } = venue;
  const added = (await admin.post('/api/users').send({ username: 'maria', name: 'Мария' })).body.user.id;
  await admin.put(`/api/users/${added}`).send({ role: 'admin' });
  await admin.put(`/api/users/${added}`).send({ name: 'Мария Павловна' });
  await admin.post(`/api/users/${added}/reset-password`);
  await admin.delete(`/api/users/${added}`);
  for (const [id, name] of [
    [71, 'Пётр'],
    [72, 'Чужой'],
  ] as const)
    await venue.services.newcomers.meet({ channel: 'telegram', telegram_id: id, username: null, name });
  await admin.post('/api/newcomers/71/admit');
  await admin.post('/api/newcomers/72/refuse');
  const { body: code } = await admin.post('/api/auth/codes').send({ kind: 'bridge', name: 'Кухня' });
  const { body: paired } = await visitor(venue, '/api/auth/redeem').send({ code: code.code });
  await admin.delete(`/api/bridges/${paired.bridge.id}`);
  const invitation = { administrator: 'admin@platform.example', reason: 'Владелец просил проверить импорт' };
  const { body: link } = await venue.platform.post('/internal/support').send(invitation);
  await visitor(venue, '/api/auth/support').send({ token: link.token });
  const { body: visits } = await admin.get('/api/support');
  await admin.post(`/api/support/${visits.sessions[0].id}/end`);

  const events = await logOf(venue);

  t.deepEqual(wordsOf(events), [
    'user.added',
    'role.changed',
    'password.reset',
    'user.removed',
    'newcomer.admitted',
    'user.linked',
    'newcomer.refused',
    'bridge.paired',
    'bridge.unpaired',
    'support.started',
    'support.ended',
  ]);
  const said = (word: string) => events.find(({ event }) => event === word);
  t.like(said('role.changed'), {
    user: { id: added, name: 'Мария Павловна' },
    actor: { id: admin.id, name: 'Анна' },
    details: 'сотрудник → администратор',
  });
  t.like(said('newcomer.admitted'), { user: { name: 'Пётр' }, actor: { name: 'Анна' } });
  t.like(said('newcomer.refused'), { user: { name: 'Анна' }, details: 'Чужой' });
  t.like(said('bridge.paired'), { user: { name: 'Анна' }, details: 'Кухня', ip: '203.0.113.*' });
  t.like(said('support.started'), { user: { name: 'Поддержка: admin@platform.example' }, details: invitation.reason });
  t.like(said('support.ended'), { actor: { name: 'Анна' } });
  t.deepEqual(wordsOf(await logOf(venue, '&kind=scales')), ['bridge.paired', 'bridge.unpaired']);
  t.is((await logOf(venue, `&user=${user.id}`)).length, 0);
  t.is((await logOf(venue, `&user=${added}`)).length, 4);
});

test('what leaves and enters as a file is in the log', async (t) => {
  const venue = await startTenant(t);
  await venue.createItem({ name: 'Джин' });
  const file = await workbookOf({
    Лист1: [
      ['Наименование', 'Единица'],
      ['Ром', 'л'],
    ],
  });
  await venue.user.get('/api/export.xlsx?report=items');
  await venue.platform.get('/internal/export.xlsx');
  const { body } = await venue.admin.post('/api/import').field('kind', 'items').attach('file', file, 'price.xlsx');
  await venue.admin.post(`/api/import/${body.importId}/commit`);
  await venue.admin.post(`/api/import/${body.importId}/undo`);

  const events = await logOf(venue, '&kind=files');

  t.deepEqual(events.map(({ event, user, details }) => [event, user?.name, details]).toReversed(), [
    ['export.list', 'Иван', 'Остатки'],
    ['export.venue', undefined, 'Всё заведение, для владельца'],
    ['import.loaded', 'Анна', 'price.xlsx'],
    ['import.undone', 'Анна', 'price.xlsx'],
  ]);
});

test('no password, token, code or login of nobody is kept in the log', async (t) => {
  const venue = await withOwner(await startTenant(t));
  const { body } = await login(venue, 'owner', PASSWORD);
  await login(venue, 'typed-my-password-here', 'wrong words here');
  await visitor(venue, '/api/auth/redeem').send({ code: '7KQM-W2XD' });
  await visitor(venue, '/api/auth/support').send({ token: 'no-such-link-at-all' });
  await visitor(venue, '/api/auth/password')
    .set('Authorization', `Bearer ${body.token}`)
    .send({ oldPassword: 'not this one', newPassword: 'four random words here' });
  t.true((await logOf(venue)).some(({ event }) => event === 'password.refused'));

  const rows = JSON.stringify(await venue.db('security_events').select());

  const secrets = [PASSWORD, 'wrong words', 'not this one', 'four random', 'typed-my', '7KQM', 'W2XD', 'no-such-link'];
  for (const secret of [...secrets, body.token, body.refreshToken]) t.false(rows.includes(secret), secret);
});

test('administrators read the log, and the support that visits; the newest first, by pages and days', async (t) => {
  const clock = createClock();
  const venue = await startTenant(t, { clock: clock.now });
  for (const name of ['one', 'two', 'three']) {
    await venue.admin.post('/api/users').send({ username: name });
    clock.pass(24 * 60 * MINUTE);
  }
  const days = [3, 2, 1].map((ago) => new Date(clock.now().getTime() - (ago * 24 * 60 + 1) * MINUTE).toISOString());
  const { body: link } = await venue.platform
    .post('/internal/support')
    .send({ administrator: 'admin@platform.example', reason: 'Владелец просил проверить' });
  const { body: support } = await visitor(venue, '/api/auth/support').send({ token: link.token });

  t.is((await venue.user.get('/api/security')).status, 403);
  t.is((await venue.anonymous.get('/api/security')).status, 401);
  const seen = await venue.anonymous.get('/api/security').set('Authorization', `Bearer ${support.token}`);
  t.is(seen.status, 200);
  const page = await venue.admin.get('/api/security?kind=people&limit=2&page=2');
  t.deepEqual(page.body.pagination, { total: 3, page: 2, pages: 2 });
  t.like(page.body.events[0], { user: { name: 'one' } });
  const between = await logOf(venue, `&kind=people&from=${days[1]}&to=${days[2]}`);
  t.deepEqual(
    between.map(({ user }) => user?.name),
    ['two'],
  );
  for (const odd of ['kind=root', 'outcome=maybe', 'user=x', 'from=never', 'sort=["ip","ASC"]']) {
    t.is((await venue.admin.get(`/api/security?${odd}`)).status, 400, odd);
  }
});

test('an address is shortened to its network, however it is written', async (t) => {
  const venue = await withOwner(await startTenant(t));
  for (const ip of ['203.0.113.77', '::ffff:198.51.100.9', '2001:db8:aa:bb::1']) {
    await login(venue, 'owner', 'wrong words here', ip);
  }

  const shown = (await logOf(venue, '&kind=signIn')).map(({ ip }) => ip);

  t.deepEqual(shown.toSorted(), ['198.51.100.*', '2001:db8:aa:*', '203.0.113.*']);
});

test('who set which feed is in the log, and what was typed into it is not', async (t) => {
  const venue = await startTenant(t);
  const { admin } = venue;
  const typed = { address: 'https://bar.example:8443', login: 'robot-login', password: 'robot-password' };
  const { body: added } = await admin.post('/api/feeds').send({ kind: 'iiko', name: 'Касса', ...typed });
  const path = `/api/feeds/${added.feed.id}`;
  await admin.put(path).send({ name: 'Касса', enabled: true });
  await admin.put(path).send({ login: 'other-login', password: 'other-password', hour: 5, enabled: false });
  await admin.delete(path);
  const { body: address } = await admin.post('/api/feeds').send({ kind: 'upload', name: 'Отчёты' });
  await admin.post(`/api/feeds/${address.feed.id}/secret`);

  const events = (await logOf(venue, '&kind=feeds')).reverse();

  t.deepEqual(
    events.map(({ event, details }) => [event, details]),
    [
      ['feed.added', 'Касса'],
      ['feed.changed', 'Касса: логин, пароль, час, выключено'],
      ['feed.removed', 'Касса'],
      ['feed.added', 'Отчёты'],
      ['feed.changed', 'Отчёты: новый адрес для отчётов'],
    ],
  );
  t.true(events.every(({ user, outcome }) => user?.name === 'Анна' && outcome === 'success'));
  t.false(/robot|other-|bar\.example/.test(JSON.stringify(await venue.db('security_events'))));
});
