import test from 'ava';
import { createVisitor, type Visitor } from '../support/account/oauth-visitor.ts';
import {
  base,
  clock,
  comeBack,
  consent,
  exchange,
  oauth,
  person,
  platform,
  setUpProviders,
  signIn,
} from '../support/account/providers.ts';
import { MINUTE } from '../support/platform/api.ts';

setUpProviders();

test('a return is good once, in the browser that began it, within ten minutes, for its own provider', async (t) => {
  const { id } = person();
  const stale = 'вход начат в другом браузере или слишком давно. Начните заново';
  const errorAt = async (visitor: Visitor, url: string) => (await visitor.visit(url)).next?.searchParams.get('error');
  const mine = createVisitor();
  const back = await consent(mine, 'yandex', id);
  const kept = new Map(mine.jar);

  t.is(await errorAt(createVisitor(), back), stale, 'another browser');
  t.is(await errorAt(mine, back.replace(/state=[^&]+/, 'state=made-up')), stale, 'another state');
  for (const [name, cookie] of kept) mine.jar.set(name, cookie);
  t.is(await errorAt(mine, back.replace('/yandex/', '/github/')), stale, 'another provider');
  for (const [name, cookie] of kept) mine.jar.set(name, cookie);
  t.truthy((await mine.visit(back)).next?.hash);
  t.is(await errorAt(mine, back), stale, 'again, the cookie gone');
  for (const [name, cookie] of kept) mine.jar.set(name, cookie);
  t.is(await errorAt(mine, back), stale, 'again, with the cookie put back');
});

test.serial('a return later than ten minutes is refused', async (t) => {
  const visitor = createVisitor();
  const back = await consent(visitor, 'yandex', person().id);
  clock.pass(11 * MINUTE);

  const { next } = await visitor.visit(back);

  t.regex(next?.searchParams.get('error') ?? '', /слишком давно/);
});

test('a return without a code, with two, or with somebody else’s words is a sentence of ours', async (t) => {
  const at = async (path: string) => (await createVisitor().visit(`${base}/api/auth/${path}`)).next;
  const refused = 'сервис отказал во входе. Начните заново';

  for (const query of [
    '',
    '?code=a',
    '?code=a&code=b&state=c',
    '?state=a',
    '?error=server_error&error_description=<b>',
  ]) {
    t.is((await at(`yandex/callback${query}`))?.searchParams.get('error'), refused, query);
  }
  t.is((await at('yandex?code=a&state=b'))?.searchParams.get('error'), refused);
});

test('nothing leads away but to the provider, and to nobody else’s page back', async (t) => {
  const visitor = createVisitor();
  const begun = await visitor.visit(
    `${base}/api/auth/yandex?next=https://evil.example&redirect_uri=https://evil.example`,
  );
  const query = begun.next?.searchParams;

  t.is(begun.next?.origin, oauth.url);
  t.is(query?.get('redirect_uri'), `${base}/api/auth/yandex/callback`);
  t.is(query?.get('code_challenge_method'), 'S256');
  const [cookie] = visitor.jar.values();
  t.regex(cookie?.attributes ?? '', /Max-Age=600;.*HttpOnly; SameSite=Lax/);
});

test('under another name of this address the way begins at the public one', async (t) => {
  const { next } = await createVisitor().visit(`${platform.url}/api/auth/github`);

  t.is(next?.href, `${base}/api/auth/github?again`);
  t.is((await createVisitor().visit(next?.href ?? '')).next?.origin, oauth.url);
});

test('no token is in an address: a code of one minute and one use, in the browser that holds its cookie', async (t) => {
  const mine = await comeBack('yandex', person().id);
  const other = await comeBack('yandex', person().id);
  const cookie = mine.visitor.jar.get('provider-return');

  t.notRegex(mine.next?.href ?? '', /token|eyJ/);
  t.regex(cookie?.attributes ?? '', /Max-Age=60; Path=\/;.*HttpOnly; SameSite=Strict/);
  t.is((await exchange(createVisitor(), mine.code)).status, 400, 'the code alone');
  t.is((await exchange(other.visitor, mine.code)).status, 400, 'beside another cookie');
  const replies = await Promise.all([exchange(mine.visitor, mine.code), exchange(mine.visitor, mine.code)]);
  t.deepEqual(replies.map(({ status }) => status).sort(), [200, 400], 'two at once');
});

test.serial('the code of a return runs out in a minute', async (t) => {
  const { visitor, code } = await comeBack('yandex', person().id);
  clock.pass(MINUTE + 1000);

  t.is((await exchange(visitor, code)).status, 400);
});

test('secrets, codes and tokens of providers are kept nowhere', async (t) => {
  const { id } = person();
  await signIn('github', id);

  const rows = JSON.stringify(await platform.db('identities'));

  t.true(rows.includes(`"subject":"${id}"`));
  t.false(/token|code|secret/.test(rows));
});
