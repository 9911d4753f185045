import { hashToken } from '@ostatok/kit/node/secrets.ts';
import type { LoginAnswer } from '@ostatok/tenant-runtime/contract/users.endpoints.ts';
import test from 'ava';
import { io } from 'socket.io-client';
import { createRefreshTokens } from '../../tenant-runtime/src/sessions/refresh-tokens.ts';
import { until } from '../support/run/until.ts';
import { DAY, HOUR, MINUTE, PASSWORD, startVenue } from '../support/venue/signed-in.ts';
import { INTERNAL_SECRET } from '../support/venue/tenant.ts';

test("a venue's token is good for an hour, and its refresh token gives the next", async (t) => {
  const { pass, login, refresh, me } = await startVenue(t);
  const first = await login();
  pass(59 * MINUTE);
  t.is(await me(first.token), 200);
  pass(2 * MINUTE);
  t.is(await me(first.token), 401);

  const { status, body: second } = await refresh(first.refreshToken);

  t.is(status, 200);
  t.like(second.user, { username: 'owner' });
  t.not(second.refreshToken, first.refreshToken);
  t.is(await me(second.token), 200);
});

test('two tabs that refresh at once get the same successor, and one used again later ends the sign-in', async (t) => {
  const { tenant, pass, login, refresh, me } = await startVenue(t);
  const first = await login();
  const both = await Promise.all([refresh(first.refreshToken), refresh(first.refreshToken)]);
  t.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  );
  t.is(new Set(both.map(({ body }) => body.refreshToken)).size, 1);
  const next = both[0]?.body as LoginAnswer;
  const socket = await tenant.socket(next.token);

  pass(3 * MINUTE);
  t.is(await me(next.token), 200);
  t.is((await refresh(first.refreshToken)).status, 401, 'stolen');
  t.is((await refresh(next.refreshToken)).status, 401);
  t.is(await me(next.token), 401, 'its access token ends with it');
  await until(() => !socket.connected, 'its open socket ends with it');
});

test('a thief who refreshes twice is out as soon as the owner’s token is used again', async (t) => {
  const { tenant, pass, login, refresh, me } = await startVenue(t);
  const [stolen, other] = [await login(), await login()];
  let thief = await refresh(stolen.refreshToken);
  for (let more = 0; more < 3; more += 1) thief = await refresh(thief.body.refreshToken);
  const socket = await tenant.socket(thief.body.token);
  pass(3 * MINUTE);
  const [id, random] = other.refreshToken.split('.');
  t.is((await refresh(`${id}.${random}.${'A'.repeat(43)}`)).status, 401);

  t.is((await refresh(stolen.refreshToken)).status, 401);

  t.is((await refresh(thief.body.refreshToken)).status, 401);
  t.is(await me(thief.body.token), 401);
  await until(() => !socket.connected, 'the thief’s open socket ends');
  t.is((await refresh(other.refreshToken)).status, 200, 'what somebody made up ends nobody’s');
});

test('a sign-in of the release before goes on, also where its last answer was lost', async (t) => {
  const { tenant, login, refresh, me } = await startVenue(t);
  const [plain, lost] = ['refresh-token-of-the-release-before', createRefreshTokens(INTERNAL_SECRET).plainSuccessorOf];
  await login();
  await tenant.db('sessions').update({ token_hash: hashToken(plain), used_hash: null });
  const { body: next } = await refresh(plain);
  t.is(await me(next.token), 200);
  t.is((await refresh(next.refreshToken)).status, 200);

  const given = { token_hash: hashToken(lost(plain)), used_hash: hashToken(plain), arrived: false };
  await tenant.db('sessions').update(given);

  const { body: again } = await refresh(plain);
  t.is(again.refreshToken, lost(plain));
  t.is((await refresh(again.refreshToken)).status, 200);
});

test('a refresh whose answer was lost may be asked for again, hours later; what it gave once used, no more', async (t) => {
  const { pass, login, refresh, me } = await startVenue(t);
  const first = await login();
  t.is(await me(first.token), 200);
  pass(61 * MINUTE);
  const lost = await refresh(first.refreshToken);

  pass(5 * HOUR);
  const again = await refresh(first.refreshToken);
  t.is(again.status, 200);
  t.is(again.body.refreshToken, lost.body.refreshToken);
  t.is(await me(again.body.token), 200);
  pass(3 * MINUTE);
  t.is((await refresh(first.refreshToken)).status, 401, 'now it was stolen');
  t.is((await refresh(again.body.refreshToken)).status, 401);
});

test('a phone that was offline for weeks comes back; after a month, or three in all, it signs in again', async (t) => {
  const { pass, login, refresh } = await startVenue(t);
  let { refreshToken } = await login();
  for (let weeks = 0; weeks < 12; weeks += 4) {
    pass(28 * DAY);
    const { status, body } = await refresh(refreshToken);
    t.is(status, 200);
    refreshToken = body.refreshToken;
  }
  pass(7 * DAY);
  t.is((await refresh(refreshToken)).status, 401, 'ninety days are over');
  const idle = await login();
  pass(31 * DAY);
  t.is((await refresh(idle.refreshToken)).status, 401);
});

test('a clock that went three months ahead and was set right has ended nobody’s sign-in for good', async (t) => {
  const { pass, login, refresh } = await startVenue(t);
  const phone = await login();
  pass(90 * DAY);
  t.is((await refresh(phone.refreshToken)).status, 401);
  const another = await login();
  pass(-90 * DAY);

  t.is((await refresh(phone.refreshToken)).status, 200);
  t.is((await refresh(another.refreshToken)).status, 200);
});

test('signing out ends the sign-in at the venue, its tokens and its open socket', async (t) => {
  const { tenant, login, refresh, me } = await startVenue(t);
  const [mine, other] = [await login(), await login()];
  const socket = await tenant.socket(mine.token);
  const stays = await tenant.socket(other.token);

  await tenant.anonymous.post('/api/auth/logout').send({ refreshToken: mine.refreshToken });

  await until(() => !socket.connected, 'the socket ends');
  t.is(await me(mine.token), 401);
  t.is((await refresh(mine.refreshToken)).status, 401);
  t.is(await me(other.token), 200);
  t.true(stays.connected);
  t.is((await tenant.anonymous.post('/api/auth/logout').send({ refreshToken: 'unknown' })).status, 200);
});

test('a person changes their own password with the one they have, and every other sign-in ends', async (t) => {
  const { tenant, login, refresh, me } = await startVenue(t);
  const [mine, other] = [await login(), await login()];
  const change = (oldPassword: string, newPassword: string, token = mine.token) =>
    tenant.anonymous
      .post('/api/auth/password')
      .set('Authorization', `Bearer ${token}`)
      .send({ oldPassword, newPassword });
  t.like((await change('wrong', 'four random words here')).body, { code: 'invalid_old_password' });
  t.like((await change(PASSWORD, 'password1')).body, { code: 'weak_password' });
  t.like((await change(PASSWORD, 'short')).body, { errors: { newPassword: 'Не короче 8 символов' } });

  const { status, body } = await change(PASSWORD, 'four random words here');

  t.is(status, 200);
  t.is(await me(body.token), 200);
  t.is((await refresh(body.refreshToken)).status, 200);
  t.deepEqual([await me(mine.token), await me(other.token)], [401, 401]);
  t.is((await refresh(other.refreshToken)).status, 401);
  t.truthy((await login('four random words here')).token);
});

test('a reset, a removal and a new administrator’s password end refresh tokens too', async (t) => {
  const { tenant, login, refresh } = await startVenue(t);
  const before = await login();
  await tenant.platform.post('/internal/admin').send({ username: 'owner', password: 'another few words' });

  t.is((await refresh(before.refreshToken)).status, 401);
});

test('no refresh token is stored as it is', async (t) => {
  const { tenant, login, refresh } = await startVenue(t);
  const first = await login();
  const { body: second } = await refresh(first.refreshToken);

  const rows = JSON.stringify(await tenant.db('sessions').select());

  for (const { refreshToken } of [first, second]) t.false(rows.includes(refreshToken));
});

test('an open socket is told before its token runs out, goes on with the next one, and ends without', async (t) => {
  const { tenant, pass, login, refresh } = await startVenue(t);
  const [mine, other] = [await login(), await login()];
  pass(HOUR - 20_000);
  const kept = io(tenant.url, { auth: { token: mine.token }, transports: ['websocket'], reconnection: false });
  t.teardown(() => void kept.disconnect());
  // the event may come with the connection
  const notified = new Promise<void>((resolve) => kept.once('session:ending', resolve));
  const left = await tenant.socket(other.token);
  await notified;

  kept.emit('session:renew', (await refresh(mine.refreshToken)).body.token);

  await until(() => !left.connected, 'the one that was not renewed ends');
  t.true(kept.connected);
  kept.emit('session:renew', tenant.user.token);
  await until(() => !kept.connected, 'somebody else’s token ends it');
});

test('a person sees where they are signed in, ends one of these, and nobody else’s', async (t) => {
  const { tenant, login, refresh, me } = await startVenue(t);
  const [mine, other] = [await login(), await login()];
  const as = (token: string) => ({
    get: () => tenant.anonymous.get('/api/auth/sessions').set('Authorization', `Bearer ${token}`),
    end: (id: string) => tenant.anonymous.delete(`/api/auth/sessions/${id}`).set('Authorization', `Bearer ${token}`),
  });
  const { sessions } = (await as(mine.token).get()).body;
  t.deepEqual(
    sessions.map(({ current }: { current: boolean }) => current),
    [true, false],
  );
  t.true(sessions.every((one: { device: string; started_at: string }) => one.device && one.started_at));
  const socket = await tenant.socket(other.token);

  t.is((await as(tenant.user.token).end(sessions[1].id)).status, 404, 'another person’s');
  t.is(await me(other.token), 200);
  t.is((await as(mine.token).end(sessions[1].id)).status, 200);

  await until(() => !socket.connected, 'its socket ends');
  t.is(await me(other.token), 401);
  t.is((await refresh(other.refreshToken)).status, 401);
  t.is((await as(mine.token).end(sessions[1].id)).status, 404);
  t.is((await as(mine.token).get()).body.sessions.length, 1);
});

test('signing out everywhere ends every sign-in of the person, this one and a code too, and leaves others and scales', async (t) => {
  const { tenant, login, refresh, me } = await startVenue(t);
  const [mine, other] = [await login(), await login()];
  const as = (path: string) => tenant.anonymous.post(path).set('Authorization', `Bearer ${mine.token}`);
  const { body: scales } = await as('/api/auth/codes').send({ kind: 'bridge', name: 'Кухня' });
  const { body: bridge } = await tenant.anonymous.post('/api/auth/redeem').send({ code: scales.code });
  const { body: phone } = await as('/api/auth/codes').send({ kind: 'scanner' });
  const socket = await tenant.socket(other.token);

  const answers = await Promise.all(
    [mine, other].map(({ token }) =>
      tenant.anonymous.delete('/api/auth/sessions').set('Authorization', `Bearer ${token}`),
    ),
  );

  t.true(answers.some(({ status }) => status === 200));
  await until(() => !socket.connected, 'its socket ends');
  t.deepEqual([await me(mine.token), await me(other.token)], [401, 401]);
  t.deepEqual([(await refresh(mine.refreshToken)).status, (await refresh(other.refreshToken)).status], [401, 401]);
  t.is((await tenant.anonymous.post('/api/auth/redeem').send({ code: phone.code })).status, 400);
  t.is(await me(tenant.user.token), 200);
  await tenant.socket(bridge.token);
  const { body: log } = await tenant.admin.get('/api/security?kind=signIn');
  t.true(log.events.some(({ event }: { event: string }) => event === 'session.all_ended'));
});
