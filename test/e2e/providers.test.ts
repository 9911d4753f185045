import test from 'ava';
import type { Page } from 'playwright-core';
import { type ProviderAccount, startProviders, type TestProviders } from '../support/account/oauth.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { newOwner, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';

const accounts: ProviderAccount[] = [];
let oauth: TestProviders;
let platform: TestPlatform;
test.before(async () => {
  oauth = await startProviders(accounts);
  platform = await startTestPlatform(oauth.env);
});
test.after.always(async () => {
  await platform?.stop();
  oauth?.stop();
});

const at = (path: string): string => new URL(path, platform.addresses.publicUrl).href;

function somebody(email = `visitor${accounts.length}@mail.example`): ProviderAccount & { email: string } {
  const account = { id: 500 + accounts.length, email, name: `Анна ${accounts.length}` };
  accounts.push(account);
  return account;
}

/** Goes by the page's own button to the provider, and answers there. */
async function goThrough(page: Page, button: string, answer: string): Promise<void> {
  await page.getByRole('link', { name: button }).click();
  await page.getByRole('heading', { name: 'Разрешить доступ?' }).waitFor();
  await page.getByRole('link', { name: answer }).click();
}

const stored = (page: Page) =>
  page.evaluate(() => ({
    token: localStorage.getItem('token') ?? '',
    refreshToken: localStorage.getItem('refreshToken') ?? '',
    user: JSON.parse(localStorage.getItem('user') ?? 'null'),
  }));

for (const [size, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 360, height: 740 }],
] as const) {
  browserTest(
    `on ${size} somebody new comes through Yandex to the plan pressed on the landing page, and stays signed in`,
    async (t, { page }) => {
      const { email, name } = somebody();
      const seen: string[] = [];
      page.on('request', (request) => {
        const own = request.isNavigationRequest() ? '' : `${request.url()} ${request.headers().referer ?? ''}`;
        seen.push(own);
      });
      await page.goto(at('/'));
      await page.locator('a[href="/register?plan=professional"]').click();
      await goThrough(page, 'Продолжить через Яндекс', name);
      await toast(page, `Добро пожаловать! Вы вошли как ${email}`);
      await page.waitForURL('**/plans?plan=professional');
      t.true(await page.getByRole('radio', { name: /Профессиональный/ }).isChecked());

      const { token, refreshToken, user } = await stored(page);
      t.like(user, { email, providers: ['yandex'], has_password: false });
      t.true(refreshToken.length > 20);
      t.false(
        seen.some((line) => /[?&]token=|eyJ/.test(line)),
        'no request carries the token in its address',
      );
      await page.goBack();
      t.false(page.url().includes('token='), 'nor does the history');
      // as after a quarter of an hour: the page fetches the next pair by itself
      await page.evaluate((old) => localStorage.setItem('token', `${old.slice(0, -4)}AAAA`), token);
      await page.goto(at('/dashboard'));
      await page.getByText('Пока нет ни одного заведения').waitFor();
    },
    { viewport },
  );

  browserTest(
    `on ${size} an owner with a password finds their account through GitHub`,
    async (t, { page }) => {
      const owner = await newOwner(platform);
      await platform.db('users').where({ id: owner.userId }).update({ email_verified: true });
      const { name } = somebody(owner.email);
      await page.goto(at('/login'));
      await goThrough(page, 'Войти через GitHub', name);
      await page.waitForURL('**/plans');

      t.like((await stored(page)).user, { id: owner.userId, providers: ['github'], has_password: true });
    },
    { viewport },
  );

  browserTest(
    `on ${size} whoever says no at the provider is told so on a clean page`,
    async (t, { page }) => {
      await page.goto(at('/login'));
      await page.getByRole('link', { name: 'Войти через GitHub' }).waitFor();
      t.deepEqual(await seriousViolations(page), []);
      t.true(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'nothing runs off the side',
      );

      await goThrough(page, 'Войти через Яндекс', 'Отказать');
      await toast(page, 'Ошибка авторизации через Яндекс: вы отменили вход');

      await page.waitForURL(at('/login'));
      t.is((await stored(page)).token, '');
    },
    { viewport },
  );
}

browserTest('a token in the address signs in nobody, be it good, made up or none', async (t, { page }) => {
  const owner = await newOwner(platform);
  const made = `e30.${Buffer.from('{"userId":1,"email":"a@b.example","role":"admin"}').toString('base64url')}.x`;
  for (const token of ['nonsense', made, owner.token]) {
    await page.goto(at(`/login?token=${token}&provider=yandex`));
    await page.getByRole('heading', { name: 'Вход' }).waitFor();
    t.is((await stored(page)).token, '');
  }
});

browserTest('a return that nobody has begun here signs in nobody, and leaves the address', async (t, { page }) => {
  await page.goto(at('/login?provider=yandex#return=nonsense'));
  await page.getByText('Вход начат слишком давно или уже закончен. Начните заново', { exact: true }).waitFor();

  t.is(page.url(), at('/login'));
  t.is((await stored(page)).token, '');
});
