import test from 'ava';
import type { Page } from 'playwright-core';
import { codeAfter, codeOf, proveAddress } from '../support/account/authenticator.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { newOwner, startTestPlatform, type TestOwner, type TestPlatform } from '../support/platform/platform.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

const at = (path: string): string => new URL(path, platform.addresses.publicUrl).href;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function typePassword(page: Page, { email, password }: TestOwner): Promise<void> {
  await page.goto(at('/login'));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await press(page, 'Войти');
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
}

/** A virtual authenticator of the browser whose user always confirms. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  browserTest(
    `at ${viewport.width} a passkey is added, is the second step of a sign-in, and signs in alone`,
    async (t, { page }) => {
      const owner = await newOwner(platform);
      await proveAddress(platform, { id: owner.userId });
      await giveAuthenticator(page);
      await typePassword(page, owner);
      await page.waitForURL('**/plans');
      await page.goto(at('/profile'));
      await press(page, 'Добавить: Ключ доступа');
      await page.getByLabel('Название ключа').fill('Мой телефон');
      await page.getByLabel('Ваш пароль').fill(owner.password);
      await press(page, 'Продолжить');
      const codes = page.getByRole('dialog', { name: 'Резервные коды' });
      await codes.getByRole('listitem').first().waitFor();
      t.is(await codes.getByRole('listitem').count(), 10);
      await press(page, 'Я сохранил коды');
      await page.getByText('Мой телефон').waitFor();
      t.deepEqual(await seriousViolations(page), []);
      t.true(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));

      await signOut(page);
      await typePassword(page, owner);
      await press(page, 'Подтвердить ключом доступа');
      await page.waitForURL('**/plans');
      await signOut(page);
      await page.goto(at('/login'));
      await press(page, 'Вход с ключом доступа');
      await page.waitForURL('**/plans');

      const keys = await platform.db('passkeys').where({ user_id: owner.userId });
      t.is(keys.length, 1);
      t.true(Number(keys[0].counter) >= 2);
    },
    { viewport },
  );
}

browserTest(
  'codes of an application are turned on in the profile and asked for at the next sign-in',
  async (t, { page }) => {
    const owner = await newOwner(platform);
    await proveAddress(platform, { id: owner.userId });
    await page.addInitScript('window.print = () => { window.top.printed = document.body.innerText; }');
    await typePassword(page, owner);
    await page.waitForURL('**/plans');
    await page.goto(at('/profile'));
    await press(page, 'Включить: Код из приложения');
    await page.getByLabel('Ваш пароль').fill(owner.password);
    await press(page, 'Продолжить');
    await page.getByAltText('QR-код для приложения с кодами').waitFor();
    const secret = (await page.getByRole('dialog').getByRole('status').first().textContent()) ?? '';
    const now = new Date();
    await page.getByRole('textbox', { name: 'Код из приложения' }).fill(codeOf(secret.trim(), now));
    await press(page, 'Включить');
    const shown = page.getByRole('dialog', { name: 'Резервные коды' });
    await shown.getByRole('listitem').nth(9).waitFor();
    const codes = await shown.getByRole('listitem').allTextContents();
    await page.keyboard.press('Escape');
    await press(page, 'Напечатать');
    const printed = await page.evaluate<string>('window.printed');
    t.true(codes.length === 10 && codes.every((code) => printed.includes(code)), printed);
    t.false(printed.includes('Безопасность'));
    await press(page, 'Я сохранил коды');

    await signOut(page);
    await typePassword(page, owner);
    const field = page.getByRole('textbox', { name: 'Код из приложения' });
    t.is(await field.getAttribute('autocomplete'), 'one-time-code');
    await field.fill('000000');
    await press(page, 'Войти');
    await page.getByText('Код не подошёл или уже был использован').waitFor();
    await field.fill(codeAfter(secret.trim(), now));
    await press(page, 'Войти');
    await page.waitForURL('**/plans');
  },
);

browserTest('«Выйти везде» asks first, and ends this sign-in and all others', async (t, { page }) => {
  const owner = await newOwner(platform);
  await typePassword(page, owner);
  await page.waitForURL('**/plans');
  await page.goto(at('/profile'));
  await page.getByText('это устройство').waitFor();

  await press(page, 'Выйти везде');
  const question = page.getByRole('dialog', { name: 'Выйти на всех устройствах?' });
  await question.getByRole('button', { name: 'Отмена' }).click();
  await question.waitFor({ state: 'detached' });
  t.is((await owner.call('GET', '/api/auth/me')).status, 200);
  await press(page, 'Выйти везде');
  await question.getByRole('button', { name: 'Выйти везде' }).click();
  await page.waitForURL('**/login');

  t.is((await owner.call('GET', '/api/auth/me')).status, 401);
});
