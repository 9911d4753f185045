import test from 'ava';
import { enrol } from '../support/account/authenticator.ts';
import { api, as, login, setUpSecondFactor } from '../support/account/second-factor.ts';
import { createTestApi, DAY, MINUTE, PASSWORD, until } from '../support/platform/api.ts';

setUpSecondFactor();

test('an administrator is told by letter of a sign-in from a new browser, and of one from a known browser is not', async (t) => {
  const mine = await createTestApi();
  t.teardown(mine.close);
  const [admin, owner] = [await mine.signUp('admin'), await mine.signUp()];
  const recipients = async () =>
    (await mine.db('mails').where({ template: 'security_notice' })).map((row) => row.recipient);

  const first = await login(admin.email, mine);
  t.deepEqual(await recipients(), [admin.email]);
  const cookie = first.get('Set-Cookie')?.map((one) => one.replace(/;.*/, '')) ?? [];
  const again = await login(admin.email, mine).set('Cookie', cookie);
  const other = await login(owner.email, mine);

  t.deepEqual([first.status, again.status, other.status], [200, 200, 200]);
  t.deepEqual(await recipients(), [admin.email]);
});

test('a sign-in ends ninety days after it began, however often it is refreshed', async (t) => {
  const mine = await createTestApi();
  t.teardown(mine.close);
  const { email } = await mine.signUp();
  await mine.db('users').update({ email_verified: true });
  const body = { email, password: PASSWORD, rememberMe: true };
  let { refreshToken } = (await mine.call.post('/api/auth/login').send(body)).body;

  for (const days of [29, 29, 29]) {
    mine.clock.pass(days * DAY);
    const next = await mine.call.post('/api/auth/refresh').send({ refreshToken });
    t.is(next.status, 200);
    refreshToken = next.body.refreshToken;
  }
  mine.clock.pass(3 * DAY + MINUTE);

  t.is((await mine.call.post('/api/auth/refresh').send({ refreshToken })).status, 401);
});

test('sessions are listed with their device, ended one by one and everywhere, each person’s own', async (t) => {
  const person = await api.signUp();
  const stranger = await api.signUp();
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1';
  const phone = (await login(person.email).set('user-agent', agent)).body;
  const list = async (who: { token: string }) => (await as(who, 'get', 'sessions')).body.sessions;

  const [here, there] = await list(person);
  t.is(here.current, true);
  t.like(there, { device: 'Safari, iPhone', current: false });
  t.truthy(there.ip && there.started_at && there.last_used_at);
  t.is((await as(stranger, 'delete', `sessions/${there.id}`)).status, 404);
  t.is((await as(person, 'delete', `sessions/${there.id}`)).status, 200);
  t.is((await as(phone, 'get', 'me')).status, 401);
  const { refreshToken } = phone;
  t.is((await api.call.post('/api/auth/refresh').send({ refreshToken })).status, 401);
  const third = (await login(person.email)).body;
  t.is((await as(person, 'delete', 'sessions')).status, 200);
  t.deepEqual([(await as(person, 'get', 'me')).status, (await as(third, 'get', 'me')).status], [401, 401]);
  t.is((await list(stranger)).length, 1);
});

test('what happens to the way in is told by letter, with when, from where and what to do', async (t) => {
  const mine = await createTestApi();
  t.teardown(mine.close);
  mine.mail.start();
  const person = await mine.signUp();
  await enrol(mine, person);
  await as(person, 'post', 'recovery-codes', { password: PASSWORD }, mine);
  await as(person, 'delete', 'totp', { password: PASSWORD }, mine);
  await as(person, 'post', 'change-password', { oldPassword: PASSWORD, newPassword: 'kegs-and-corks' }, mine);
  const recipients = ['Включён вход с кодом из приложения', 'Созданы новые резервные коды'];
  recipients.push('Выключен вход с кодом из приложения', 'Пароль изменён');

  const mails = await until('the letters', async () => {
    const { body } = await mine.call.get('/sandbox/api/mails');
    const subjects = body.mails.map(({ subject }: { subject: string }) => subject);
    return recipients.every((subject) => subjects.includes(subject)) && body.mails;
  });

  const { id } = mails.find(({ subject }: { subject: string }) => subject === 'Пароль изменён');
  const { text } = (await mine.call.get(`/sandbox/api/mails/${id}`)).body.mail;
  t.regex(text, /Откуда: .*127\.0\.0\.1/);
  t.regex(text, /Это не я:\s+http:\/\/localhost:3000\/forgot-password/);
  const [logged] = await mine.db('security_events').where({ event: 'password.changed', user_id: person.id });
  t.truthy(logged?.ip);
});

test('what is told by letter is done so often in an hour and no more: nobody’s address is flooded', async (t) => {
  const mine = await createTestApi({ limits: { changeAccount: { points: 4, duration: 3600 } } });
  t.teardown(mine.close);
  const person = await mine.signUp();
  await enrol(mine, person);
  const renew = async () => (await as(person, 'post', 'recovery-codes', { password: PASSWORD }, mine)).status;
  const newPassword = 'ферма облако трактор';
  const change = async (oldPassword: string) =>
    (await as(person, 'post', 'change-password', { oldPassword, newPassword }, mine)).status;

  t.deepEqual([await renew(), await change('wrong horse'), await renew(), await renew()], [200, 400, 200, 200]);
  t.deepEqual([await renew(), await change(PASSWORD)], [429, 429]);
  const letters = await mine.db('mails').where({ recipient: person.email, template: 'security_notice' });
  t.is(letters.length, 4);
});
