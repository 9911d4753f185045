import { randomUUID } from 'node:crypto';
import type { ProviderName } from '@ostatok/api/contract/auth.ts';
import test, { type ExecutionContext } from 'ava';
import { type ProviderAccount, startProviders } from '../../support/account/oauth.ts';
import { createVisitor, type Visitor } from '../../support/account/oauth-visitor.ts';
import { type LineState, startOutsideLine } from '../../support/outside/outside-line.ts';
import { createClock, MINUTE, PASSWORD } from '../../support/platform/api.ts';
import { call, startTestPlatform } from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

const HOUR = 60;
/** So many people come back from the providers at once, every so many minutes. */
const AT_ONCE = 20;
const EVERY = 20;
const AWAY = 'сервис не отвечает. Повторите через минуту или войдите по паролю';
const STALE = 'вход начат в другом браузере или слишком давно. Начните заново';
const [ANNA, OLGA]: ProviderAccount[] = [
  { id: 1, email: 'anna@mail.example', name: 'Анна' },
  { id: 2, email: 'olga@mail.example', name: 'Ольга' },
];

/** Somebody whom a provider has sent back to us, and the address that the browser is about to open. */
interface Returning {
  visitor: Visitor;
  back: string;
}

/** A platform whose own line to both providers can be cut; the lines of people's browsers to them stay. */
async function startSite(t: ExecutionContext) {
  const providers = await startProviders([ANNA, OLGA] as ProviderAccount[]);
  t.teardown(providers.stop);
  const line = await startOutsideLine(t, providers.url);
  const clock = createClock();
  clock.hold();
  const env = { ...providers.env, YANDEX_BASE_URL: line.url, GITHUB_BASE_URL: line.url };
  const platform = await startTestPlatform(env, { now: clock.now });
  t.teardown(() => platform.stop());
  const base = platform.addresses.publicUrl;

  async function consent(provider: ProviderName, who: number): Promise<Returning> {
    const visitor = createVisitor();
    const { next: page } = await visitor.visit(`${base}/api/auth/${provider}`);
    const { next } = await visitor.visit(`${providers.url}${page?.pathname}${page?.search}&as=${who}`);
    return { visitor, back: next?.href ?? '' };
  }
  /** The sentence that is read on the page of the sign-in, or else the account that is signed in. */
  async function comeBack({ visitor, back }: Returning): Promise<{ sentence?: string | null; userId?: number }> {
    const { status, next } = await visitor.visit(back);
    if (status !== 302 || next?.pathname !== '/login') throw new Error(`${status} ${next}`);
    const [, code] = /^#return=(.+)$/.exec(next.hash) ?? [];
    if (!code) return { sentence: next.searchParams.get('error') };
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ code });
    const answer = await visitor.visit(`${base}/api/auth/provider-return`, { method: 'POST', headers, body });
    return { userId: (await answer.json()).user.id };
  }
  async function register(role?: 'admin') {
    const account = { email: `${randomUUID()}@bar.example`, password: PASSWORD };
    await call(base, 'POST', '/api/auth/register', { body: { ...account, name: 'Ольга' } });
    if (role) await platform.db('users').where({ email: account.email }).update({ role });
    return { login: () => call(base, 'POST', '/api/auth/login', { body: account }) };
  }
  const boss = await register('admin');
  return {
    line,
    clock,
    platform,
    consent,
    comeBack,
    register,
    signIn: async (provider: ProviderName, who: number) => comeBack(await consent(provider, who)),
    async lineOfAttention(): Promise<{ text: string; since: string } | undefined> {
      const { token } = (await boss.login()).body;
      const { body } = await call(base, 'GET', '/api/admin/attention', { token });
      return body.attention.find(({ id }: { id: string }) => id === 'sign_in_away');
    },
    alerts: () => platform.db('mails').where({ template: 'alert' }),
    /** What the job of each minute does. */
    async pass(minutes: number): Promise<void> {
      for (let passed = 0; passed < minutes; passed += 1) {
        clock.pass(MINUTE);
        await platform.upkeep.alerts.report();
      }
    },
  };
}

for (const away of ['refused', 'silent'] satisfies LineState[]) {
  test(`an hour without the identity providers (${away}): people read so and sign in by password, nobody is left waiting, and all works afterwards`, async (t) => {
    t.timeout(240_000);
    const site = await startSite(t);
    const { line, clock, platform, consent, comeBack } = site;
    const byPassword = await site.register();
    const before = { yandex: await site.signIn('yandex', 1), github: await site.signIn('github', 2) };
    t.truthy(before.yandex.userId);
    t.truthy(before.github.userId);
    const late = await consent('yandex', 1);
    t.is(await site.lineOfAttention(), undefined);

    line.set(away);
    const began = clock.now();
    const failed: Returning[] = [];
    for (let passed = 0; passed < HOUR; passed += EVERY) {
      const returning = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, at) => (at % 2 ? consent('yandex', 1) : consent('github', 2))),
      );
      failed.push(...returning);
      let answered = 0;
      const answers = returning.map((one) => comeBack(one).finally(() => (answered += 1)));
      const { tried, asked } = line.seen();
      if (away === 'silent') await until(() => line.seen().asked === failed.length, `${tried} ${asked}: all wait`);
      // on a slow machine the first may have been given up by now
      const allWait = away === 'silent' && answered === 0;
      t.is((await byPassword.login()).status, 200);
      if (allWait) t.is(answered, 0, 'a password waits for no provider');
      t.deepEqual(
        (await Promise.all(answers)).map(({ sentence }) => sentence),
        returning.map(() => AWAY),
      );
      await until(() => line.open() === 0, 'no connection is left');
      await site.pass(EVERY);
    }

    const { tried, asked, mostOpen } = line.seen();
    t.is(away === 'silent' ? asked : tried, failed.length, 'one question of each who came');
    // fetch opens one more in place of one that was given up, and closes it unused after four seconds
    t.true(tried <= 2 * failed.length, `${tried} connections in an hour`);
    t.true(mostOpen <= AT_ONCE, `${mostOpen} connections at once`);
    t.log({ tried, asked, mostOpen });
    const row = await site.lineOfAttention();
    t.is(row?.text, 'Нет ответа от сервисов входа: Яндекс, GitHub. По паролю входят');
    t.is(row?.since, began.toISOString());
    t.is((await site.alerts()).length, 1, 'one letter, however long it lasts');
    const underWay = await consent('github', 2);

    line.set('up');
    t.deepEqual(await comeBack(underWay), before.github, 'what was begun in the outage goes on');
    t.is((await comeBack(late)).sentence, STALE, 'what was begun before it took too long');
    t.is((await comeBack(failed[0] as Returning)).sentence, STALE, 'a return that has failed is not taken again');
    t.deepEqual(await site.signIn('yandex', 1), before.yandex);
    t.is(await site.lineOfAttention(), undefined);
    await site.pass(4);
    t.is((await site.alerts()).length, 2, 'that it is over is told too');
    t.deepEqual(await platform.db('alerts').where({ id: 'sign_in_away' }), []);
    t.is((await platform.db('identities')).length, 2);
    t.is((await platform.db('users').whereNull('password_hash')).length, 2);
  });
}
