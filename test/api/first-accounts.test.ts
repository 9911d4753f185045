import { ensureAdministrator } from '@ostatok/api/src/auth/first-accounts.ts';
import test from 'ava';
import { createTestServices, type TestServices } from '../support/platform/api.ts';
import { call, startTestPlatform } from '../support/platform/platform.ts';
import { ownPort } from '../support/run/own-port.ts';

let services: TestServices;
test.before(async () => {
  services = await createTestServices();
});
test.after.always(() => services.close());

const signIn = (email: string, password: string) =>
  services.auth.login({ email, password, rememberMe: false }, '127.0.0.1');

test('the first administrator is made once, however many processes start, and the password is told once', async (t) => {
  const made = await Promise.all([1, 2, 3].map(() => ensureAdministrator(services, 'admin@localhost')));

  const passwords = made.flatMap(({ password }) => password ?? []);
  t.is(passwords.length, 1);
  const { account } = await signIn('admin@localhost', passwords[0] ?? '');
  t.like(account, { role: 'admin', email_verified: true });
  t.is((await ensureAdministrator(services, 'admin@localhost')).password, null);
});

test('a given password is used, and never changes an account that is there', async (t) => {
  await ensureAdministrator(services, 'boss@localhost', 'given password');
  await ensureAdministrator(services, 'boss@localhost', 'another password');

  await t.notThrowsAsync(signIn('boss@localhost', 'given password'));
  await t.throwsAsync(signIn('boss@localhost', 'another password'));
});

test('the first administrator is there before the platform listens, so that no stranger can take the address', async (t) => {
  const port = await ownPort();
  const url = `http://127.0.0.1:${port}`;
  let answered = true;
  const platform = await startTestPlatform(
    { PORT: String(port) },
    {
      async beforeListening(clients) {
        answered = await fetch(`${url}/healthz`).then(
          () => true,
          () => false,
        );
        await ensureAdministrator(clients, 'boss@bar.example');
      },
    },
  );
  t.teardown(platform.stop);

  const stranger = { email: 'boss@bar.example', password: 'a password of theirs', name: 'Чужой' };
  const reply = await call(url, 'POST', '/api/auth/register', { body: stranger });

  t.false(answered);
  t.is(reply.status, 409);
});
