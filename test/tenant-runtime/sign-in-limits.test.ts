import test from 'ava';
import request from 'supertest';
import { PASSWORD, startVenue } from '../support/venue/signed-in.ts';
import { startTenant } from '../support/venue/tenant.ts';

test('ten wrong passwords of a stranger keep the stranger out of a venue, and nobody else', async (t) => {
  const { tenant } = await startVenue(t);
  const login = (ip: string, password: string, cookie = '') =>
    // without the agent's own cookies
    request(tenant.url)
      .post('/api/auth/login')
      .set('X-Forwarded-For', ip)
      .set('Cookie', cookie)
      .send({ username: 'owner', password });
  const cookie = (await login('192.0.2.1', PASSWORD)).get('Set-Cookie')?.[0] ?? '';
  t.regex(cookie, /^device=.*Path=\/api\/auth;.*HttpOnly; SameSite=Strict/);
  for (let n = 0; n < 12; n += 1) await login('203.0.113.5', `guess-${n}`);

  t.is((await login('203.0.113.5', PASSWORD)).status, 429);
  t.is((await login('198.51.100.7', PASSWORD)).status, 200, 'from elsewhere');
  t.is((await login('203.0.113.5', PASSWORD, cookie.replace(/;.*/, ''))).status, 200, 'a device that was here before');
});

test('a visitor behind the platform is counted by the address the platform names, and by no other', async (t) => {
  const { tenant } = await startVenue(t);
  const guess = async (forwarded: string) =>
    (
      await tenant.anonymous
        .post('/api/auth/login')
        .set('X-Forwarded-For', forwarded)
        .send({ username: 'owner', password: 'guess' })
    ).status;
  for (let n = 0; n < 10; n += 1) await guess(`10.0.0.${n}, 203.0.113.9`);

  t.is(await guess('10.0.0.99, 203.0.113.9'), 429);
});

test('wrong current passwords are counted for the sign-in that sent them, and keep no other from changing it', async (t) => {
  const { tenant, login } = await startVenue(t);
  const [thief, mine] = [await login(), await login()];
  const change = async (token: string, oldPassword: string) =>
    (
      await tenant.anonymous
        .post('/api/auth/password')
        .set('Authorization', `Bearer ${token}`)
        .send({ oldPassword, newPassword: 'four random words here' })
    ).status;
  for (let n = 0; n < 10; n += 1) t.is(await change(thief.token, `guess-${n}`), 400);

  t.is(await change(thief.token, PASSWORD), 429);
  t.is(await change(mine.token, PASSWORD), 200);
});

test('of who is not signed in no long body is read, of others a megabyte', async (t) => {
  const { anonymous, admin } = await startTenant(t);
  const long = 'x'.repeat(200_000);

  const login = await anonymous.post('/api/auth/login').send({ username: 'boss', password: long });
  const stranger = await anonymous.post('/api/changes').send({ changes: [long] });
  const signedIn = await admin.post('/api/changes').send({ changes: [long] });

  t.deepEqual([login.status, stranger.status, signedIn.status], [413, 401, 200]);
});
