import test from 'ava';
import { Secret, TOTP } from 'otpauth';
import type { ProviderAccount } from '../support/account/oauth.ts';
import { createVisitor } from '../support/account/oauth-visitor.ts';
import {
  base,
  clock,
  comeBack,
  consent,
  exchange,
  login,
  markVerified,
  me,
  PASSWORD,
  person,
  platform,
  register,
  setUpProviders,
  signIn,
} from '../support/account/providers.ts';
import { call, startTestPlatform } from '../support/platform/platform.ts';

setUpProviders();
for (const provider of ['yandex', 'github'] as const) {
  test(`${provider}: somebody new gets an account, a session, the free plan and a welcome`, async (t) => {
    const { id, email, name } = person();

    const { status, at, query, next } = await signIn(provider, id);
    const user = await me(query.token);

    t.deepEqual([status, at, query.provider], [302, `${base}/login`, provider]);
    t.deepEqual([...(next?.searchParams.keys() ?? [])], ['provider']);
    t.like(user, { email, name, email_verified: true, role: 'customer', has_password: false });
    t.deepEqual([user.providers, user.plan.name], [[provider], 'free']);
    const row = await platform.db('users').where({ id: user.id }).first();
    t.truthy(row.consent_at);
    t.is(row.password_hash, null);
    t.is((await platform.db('mails').where({ recipient: email, template: 'welcome' })).length, 1);
  });

  test(`${provider}: the second time it is the same account, whatever the address is by then`, async (t) => {
    const account = person();
    const first = await me((await signIn(provider, account.id)).query.token);
    account.email = `moved-${account.email}`;

    const second = await me((await signIn(provider, account.id)).query.token);

    t.is(second.id, first.id);
    t.is(second.email, first.email);
  });

  test(`${provider}: a name that a letter may not carry loses what makes a link of it`, async (t) => {
    const { id } = person({ name: 'приз на evil.ru' });

    t.like(await me((await signIn(provider, id)).query.token), { name: 'приз на evil ru' });
  });

  test(`${provider}: an account with the same proven address is linked, and its password stays`, async (t) => {
    const { id, email } = person();
    const { user } = await register(email);
    await markVerified(email);

    const { query } = await signIn(provider, id);

    t.like(await me(query.token), { id: user.id, name: 'Ольга', providers: [provider], has_password: true });
    t.is((await login(email)).status, 200);
  });

  test(`${provider}: whoever registered the address before it was proven keeps neither password nor session`, async (t) => {
    const { id, email } = person();
    const squatter = await register(email);

    const { query } = await signIn(provider, id);

    t.like(await me(query.token), { id: squatter.user.id, email_verified: true, has_password: false });
    t.is((await login(email)).status, 401);
    t.is((await call(base, 'GET', '/api/auth/me', { token: squatter.token })).status, 401);
    const { refreshToken } = squatter;
    t.is((await call(base, 'POST', '/api/auth/refresh', { body: { refreshToken } })).status, 401);
  });

  test(`${provider}: what goes wrong leads back to the page with a sentence`, async (t) => {
    const failing = async (more: Partial<ProviderAccount>) => (await signIn(provider, person(more).id)).query.error;

    t.is((await signIn(provider, 'nobody')).query.error, 'вы отменили вход');
    t.is(await failing({ fault: 'token-refused' }), 'сервис отказал во входе. Начните заново');
    const away = 'сервис не отвечает. Повторите через минуту или войдите по паролю';
    t.deepEqual([await failing({ fault: 'token-down' }), await failing({ fault: 'info-down' })], [away, away]);
    t.is(await failing({ fault: 'info-nonsense' }), away);
    t.regex((await failing({ email: null })) ?? '', /^нет подтверждённого адреса почты/);
  });
}

test('github: an address that is not proven there links nothing and makes nothing', async (t) => {
  const { id, email } = person({ verified: false });
  const { user } = await register(email);
  await markVerified(email);

  const { query } = await signIn('github', id);

  t.regex(query.error ?? '', /^нет подтверждённого адреса почты/);
  t.deepEqual(await platform.db('identities').where({ user_id: user.id }), []);
});

test('whoever has withdrawn consent is not welcomed by letter when a provider proves the address', async (t) => {
  const { id, email } = person();
  const { token } = await register(email);
  await call(base, 'POST', '/api/auth/withdraw-consent', { token });

  const { query } = await signIn('yandex', id);

  t.true((await me(query.token)).email_verified);
  t.deepEqual(await platform.db('mails').where({ recipient: email }).pluck('template'), ['verify_email']);
});

test('both providers may be linked to one account, but not two people of one provider', async (t) => {
  const first = person();
  const other = person({ email: first.email });
  const { id } = await me((await signIn('yandex', first.id)).query.token);

  const user = await me((await signIn('github', first.id)).query.token);
  const refused = await signIn('yandex', other.id);

  t.like(user, { id });
  t.deepEqual(user.providers, ['yandex', 'github']);
  t.regex(refused.query.error ?? '', /^к учётной записи с этим адресом привязан другой профиль/);
});

test('a blocked and a deleted account are refused, by the identity and by the address', async (t) => {
  const known = person();
  const { id } = await me((await signIn('yandex', known.id)).query.token);
  const unlinked = person();
  await register(unlinked.email);
  await markVerified(unlinked.email);
  await platform.db('users').whereIn('email', [known.email, unlinked.email]).update({ status: 'blocked' });

  const blocked = [await signIn('yandex', known.id), await signIn('yandex', unlinked.id)];
  await platform.db('users').where({ id }).update({ status: 'active', deleted_at: new Date() });
  const deleted = await signIn('yandex', known.id);

  for (const { query } of blocked) t.regex(query.error ?? '', /^учётная запись заблокирована/);
  t.regex(deleted.query.error ?? '', /^учётная запись удалена/);
});

test('ten returns of one new person at once make one account', async (t) => {
  const { id, email } = person();
  const ways = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const visitor = createVisitor();
      return { visitor, back: await consent(visitor, 'yandex', id) };
    }),
  );

  const ends = await Promise.all(ways.map(({ visitor, back }) => visitor.visit(back)));

  t.true(ends.every(({ next }) => next?.hash.startsWith('#return=')));
  t.is((await platform.db('users').where({ email })).length, 1);
});

test('a second factor is asked for after a provider too', async (t) => {
  const { id } = person();
  const { query } = await signIn('yandex', id);
  const offer = await call(base, 'POST', '/api/auth/totp', { token: query.token, body: {} });
  const code = TOTP.generate({ secret: Secret.fromBase32(offer.body.secret), timestamp: clock.now().getTime() });
  t.is((await call(base, 'POST', '/api/auth/totp/confirm', { token: query.token, body: { code } })).status, 200);

  const again = await comeBack('yandex', id);
  const answer = await exchange(again.visitor, again.code);

  t.is(answer.status, 403);
  t.like(await answer.json(), { code: 'second_factor_required', requiresSecondFactor: true });
});

test('whoever registered the address before it was proven keeps no second factor on it either', async (t) => {
  const { id, email } = person();
  const { user, token } = await register(email);
  // releases before this one let an unproven address have a factor
  await markVerified(email);
  const offer = await call(base, 'POST', '/api/auth/totp', { token, body: { password: PASSWORD } });
  const code = TOTP.generate({ secret: Secret.fromBase32(offer.body.secret), timestamp: clock.now().getTime() });
  t.is((await call(base, 'POST', '/api/auth/totp/confirm', { token, body: { code } })).status, 200);
  const key = { id: crypto.randomUUID(), user_id: user.id, credential_id: email, public_key: Buffer.from('key') };
  await platform.db('passkeys').insert({ ...key, counter: 0, name: 'Телефон', created_at: new Date() });
  await platform.db('users').where({ email }).update({ email_verified: false });

  const { query } = await signIn('yandex', id);

  t.like(await me(query.token), { id: user.id, email_verified: true });
  for (const table of ['totp_factors', 'passkeys', 'recovery_codes'])
    t.deepEqual(await platform.db(table).where({ user_id: user.id }), [], table);
});

test('without a password there is none to change: the letter sets the first', async (t) => {
  const { token } = (await signIn('yandex', person().id)).query;
  const body = { oldPassword: 'anything', newPassword: 'a new password' };

  const reply = await call(base, 'POST', '/api/auth/change-password', { token, body });

  t.is(reply.status, 409);
  t.like(reply.body, { code: 'no_password', error: 'Пароля пока нет. Задайте его по ссылке из письма' });
});

test('the pages are told which providers there are; one without keys leads back to the page', async (t) => {
  const bare = await startTestPlatform({ YANDEX_CLIENT_ID: 'a', YANDEX_CLIENT_SECRET: 'b' });
  t.teardown(bare.stop);

  const both = await call(base, 'GET', '/api/public/config');
  const one = await call(bare.url, 'GET', '/api/public/config');
  const paths = ['/api/auth/github', '/api/auth/github/callback?code=a&state=b'];
  const ends = await Promise.all(paths.map((path) => createVisitor().visit(bare.addresses.publicUrl + path)));

  t.deepEqual([both.body.providers, one.body.providers], [['yandex', 'github'], ['yandex']]);
  for (const { next } of ends) {
    t.is(next?.pathname, '/login');
    t.is(next?.searchParams.get('error'), 'такой вход здесь не настроен. Войдите по паролю');
  }
  const { next } = await createVisitor().visit(`${bare.addresses.publicUrl}/api/auth/yandex`);
  t.is(`${next?.origin}${next?.pathname}`, 'https://oauth.yandex.ru/authorize');
});
