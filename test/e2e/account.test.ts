import { readFile } from 'node:fs/promises';
import test from 'ava';
import type { Download, Page } from 'playwright-core';
import { filesIn } from '../support/archives/archives.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { linkFor as linkIn } from '../support/mail/mailbox.ts';
import { call, newOwner, newVenue, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';
import { openWorkbook } from '../support/spreadsheets/workbook.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

const PHONE = { width: 360, height: 740 };

const open = (page: Page, path: string) => page.goto(new URL(path, platform.url).href);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const says = (page: Page, text: string) => page.getByText(text).last().waitFor();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

const linkFor = (to: string, path: string, count = 1): Promise<string> => linkIn(platform.home, to, path, count);

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await open(page, '/login');
  await field(page, 'Email').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await press(page, 'Войти');
}

async function register(page: Page, email: string, password: string): Promise<void> {
  await open(page, '/register');
  await field(page, 'Email').fill(email);
  await field(page, 'Имя').fill('Анна Смирнова');
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByLabel('Пароль ещё раз').fill(password);
  await page.getByRole('checkbox').check();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/plans');
}

const contentOf = async (download: Download): Promise<Buffer> => readFile(await download.path());

async function download(page: Page, button: string): Promise<Download> {
  const started = page.waitForEvent('download');
  await press(page, button);
  return started;
}

async function takeData(t: import('ava').ExecutionContext, page: Page, email: string): Promise<void> {
  const file = await download(page, 'Экспортировать данные');
  await toast(page, 'Данные успешно экспортированы');
  t.regex(file.suggestedFilename(), /^my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse((await contentOf(file)).toString());
  t.is(data.profile.email, email);
  t.is(data.profile.phone, '+7 900 000-00-00');
  t.is(data.subscription.status, 'active');
  t.deepEqual(data.tenants, []);
  t.true(data.letters.length >= 2);
  t.true(data.sessions.length >= 1);
  t.is(data.success, undefined);
}

browserTest(
  'a person registers, confirms the address, looks after the account, takes the data along and goes',
  async (t, { page, another }) => {
    const email = 'anna@account.example';
    await register(page, email, 'kegs-and-corks');
    await open(page, '/dashboard');
    await says(page, 'Подтвердите email');
    await press(page, 'Отправить ещё раз');
    await toast(page, 'Ссылка для подтверждения отправлена на ваш email');
    // the letter names another host than this page was opened at, and a session belongs to one
    const { pathname, search } = new URL(await linkFor(email, 'verify-email', 2));
    await open(page, pathname + search);
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { name: 'Мои заведения' }).waitFor();
    await page.getByText('Подтвердите email').waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Профиль' }).click();
    t.is(await field(page, 'Email').getAttribute('readonly'), '');
    await field(page, 'Телефон').fill('+7 900 000-00-00');
    await press(page, 'Сохранить');
    await toast(page, 'Профиль сохранён');
    await page.getByLabel('Текущий пароль').fill('not-my-password');
    await page.getByLabel('Новый пароль', { exact: true }).fill('corks-and-kegs');
    await page.getByLabel('Новый пароль ещё раз').fill('corks-and-kegs');
    await press(page, 'Изменить пароль');
    await says(page, 'Неверный текущий пароль');
    t.is(await page.locator('input:focus').getAttribute('name'), 'oldPassword');
    await page.getByLabel('Текущий пароль').fill('kegs-and-corks');
    t.is(await page.getByText('Неверный текущий пароль').count(), 0);
    await press(page, 'Изменить пароль');
    await toast(page, 'Пароль изменён');

    // the password is reset on another device, which signs this one out
    const other = await another();
    await open(other, '/login');
    await other.getByRole('link', { name: 'Забыли пароль?' }).click();
    // the address changes before the page does, and the previous page has a field for the email too
    await other.getByRole('heading', { name: 'Забыли пароль?' }).waitFor();
    await field(other, 'Email').fill(email);
    await other.keyboard.press('Enter');
    await other.getByText('Ссылка действительна 1 час').waitFor();
    await other.goto(await linkFor(email, 'reset-password'));
    await other.getByLabel('Новый пароль').fill('kegs-corks-taps');
    await other.getByLabel('Пароль ещё раз').fill('kegs-corks-taps');
    await other.keyboard.press('Enter');
    await says(other, 'Пароль изменён');
    await open(page, '/profile');
    await page.waitForURL('**/login');
    const kept = await page.evaluate(() => Object.keys(localStorage));
    t.deepEqual(
      ['token', 'refreshToken', 'user', 'rememberMe'].filter((key) => kept.includes(key)),
      [],
    );

    await signIn(page, email, 'corks-and-kegs');
    await says(page, 'Неверный email или пароль');
    await page.getByLabel('Пароль', { exact: true }).fill('kegs-corks-taps');
    await press(page, 'Войти');
    await page.waitForURL('**/plans');
    await open(page, '/profile');
    await page.getByRole('link', { name: 'Мои данные' }).click();
    await page.getByText('Customer', { exact: true }).waitFor();
    await takeData(t, page, email);

    await press(page, 'Удалить аккаунт');
    const dialog = page.getByRole('dialog');
    t.true(await dialog.getByRole('button', { name: 'Удалить аккаунт' }).isDisabled());
    await dialog.locator('input:focus').waitFor();
    await page.keyboard.type('удалить');
    await page.keyboard.press('Enter');
    await says(page, 'Введите "УДАЛИТЬ" для подтверждения');
    await dialog.getByLabel('Введите УДАЛИТЬ').fill('УДАЛИТЬ');
    await dialog.getByLabel('Ваш пароль').fill('kegs-corks-taps');
    await dialog.getByRole('button', { name: 'Удалить аккаунт' }).click();
    await page.waitForURL(new URL('/', platform.url).href);
    await toast(page, 'Аккаунт успешно удален');
    await signIn(page, email, 'kegs-corks-taps');
    await says(page, 'Неверный email или пароль');
  },
);

browserTest(
  'an owner takes each venue along as a workbook, and withdraws the consent',
  async (t, { page }) => {
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    await venue.call('POST', '/api/items', { name: 'Джемесон', unit: 'л', quantity: 4.6 });
    await signIn(page, owner.email, owner.password);
    await page.waitForURL('**/plans');
    await open(page, '/my-data');
    await page.getByText('Активен').last().waitFor();
    const file = await download(page, `Скачать книгу Excel: ${venue.subdomain}`);
    t.is(file.suggestedFilename(), `${venue.subdomain}.xlsx`);
    const book = await openWorkbook(await contentOf(file));
    const cells = book.worksheets.flatMap((sheet) => sheet.getSheetValues().flat()).map(String);
    t.true(cells.includes('Джемесон'));
    const archive = await download(page, `Скачать архив: ${venue.subdomain}`);
    t.is(archive.suggestedFilename(), `${venue.subdomain}.zip`);
    t.regex(String((await filesIn(await contentOf(archive))).get('data/items.csv')), /Джемесон.*4\.600/);

    await open(page, '/profile');
    await press(page, 'Отозвать согласие');
    await page.getByRole('dialog').getByRole('button', { name: 'Отозвать согласие' }).click();
    await says(page, 'Согласие отозвано');
    const { body } = await owner.call('GET', '/api/auth/export-data');
    t.truthy(body.consent.withdrawn_at);
  },
  { viewport: PHONE },
);

browserTest(
  'a token that ran out while a form was filled is renewed, and nothing typed is lost',
  async (t, { page }) => {
    const owner = await newOwner(platform);
    await signIn(page, owner.email, owner.password);
    await page.waitForURL('**/plans');
    await open(page, '/profile');
    await field(page, 'Название компании').fill('ООО «Бар»');
    const refreshed = page.waitForRequest('**/api/auth/refresh');
    const expired = { success: false, error: 'Сеанс истёк, обновите вход', code: 'token_expired' };
    await page.route('**/api/auth/me', (route) => route.fulfill({ status: 401, json: expired }), { times: 1 });
    await press(page, 'Сохранить');
    await refreshed;
    await toast(page, 'Профиль сохранён');
    t.is((await owner.call('GET', '/api/auth/me')).body.user.company_name, 'ООО «Бар»');
  },
);

browserTest(
  'signing out in one tab leads the other to the sign-in, and signing in leads past it',
  async (t, { page }) => {
    const owner = await newOwner(platform);
    await signIn(page, owner.email, owner.password);
    await page.waitForURL('**/plans');
    const other = await page.context().newPage();
    await open(other, '/profile');
    await other.getByRole('heading', { name: 'Профиль' }).waitFor();
    const refreshToken = await page.evaluate(() => localStorage.refreshToken);
    await open(page, '/dashboard');
    await press(page, 'Выйти');
    await page.waitForURL('**/login');
    await other.waitForURL('**/login');
    t.is((await call(platform.url, 'POST', '/api/auth/refresh', { body: { refreshToken } })).status, 401);

    await signIn(page, owner.email, owner.password);
    await page.waitForURL('**/plans');
    await other.waitForURL('**/dashboard');
  },
);
