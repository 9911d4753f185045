/** An owner's whole way in the browser, from the first visit over two months to coming back; the clock is moved. */
import { creditOf, daysUntil } from '@ostatok/api/contract/pricing.ts';
import test, { type ExecutionContext } from 'ava';
import type { Locator, Page } from 'playwright-core';
import { browserTest } from '../support/browser/browser.ts';
import { linkFor } from '../support/mail/mailbox.ts';
import { createClock, DAY } from '../support/platform/api.ts';
import { callVenue, newBot, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

const STARTER = 99_000;
const PROFESSIONAL = 199_000;
const PASSWORD = 'kegs-and-corks';

const clock = createClock();
let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform({}, { now: clock.now });
});
test.after.always(() => platform?.stop());

const open = (page: Page, path: string) => page.goto(new URL(path, platform.addresses.publicUrl).href);
const plain = (text: string | null): string => (text ?? '').replaceAll(/\s/g, ' ');
const roubles = (kopecks: number): string =>
  plain(`${(kopecks / 100).toLocaleString('ru-RU', { minimumFractionDigits: kopecks % 100 ? 2 : 0 })} ₽`);
const button = (page: Page | Locator, name: string | RegExp): Locator => page.getByRole('button', { name });
const says = (page: Page | Locator, text: string | RegExp) => page.getByText(text).last().waitFor();

/** Goes from the landing page to a confirmed address. */
async function arrive(page: Page, email: string): Promise<void> {
  await open(page, '/');
  await page.getByRole('link', { name: 'Начать бесплатно' }).first().click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Имя', { exact: true }).fill('Анна');
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Пароль ещё раз').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/plans');
  await page.goto(await linkFor(platform.home, email, 'verify-email'));
  await page.waitForURL('**/dashboard');
}

/** Signs in again, since a session of a month ago has expired. */
async function signInAgain(page: Page, email: string): Promise<void> {
  await open(page, '/dashboard');
  await page.waitForURL('**/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/plans');
}

/** Pays at the bank; back on the subscription's page it is paid. */
async function approve(page: Page, amount: number): Promise<void> {
  await page.waitForURL('**/mock-payment/*');
  await until(
    async () => plain(await page.locator('dl').first().textContent()).includes(roubles(amount)),
    roubles(amount),
  );
  await button(page, 'Оплатить').click();
  await page.waitForURL('**/subscription*');
  await says(page, 'Оплата прошла!');
}

async function choosePlan(page: Page): Promise<void> {
  await open(page, '/plans');
  await page.getByRole('radio', { name: /Стартовый/ }).check();
  await button(page, 'Продолжить').click();
  await button(page, 'Оплатить').click();
  await approve(page, STARTER);
}

/** Creates a tenant through the wizard, with a bot of the built-in messenger. Returns the subdomain. */
async function openVenue(page: Page, subdomain: string): Promise<void> {
  const { token } = await newBot(platform);
  await open(page, '/wizard');
  await page.locator('input:focus').fill(subdomain);
  await page.keyboard.press('Enter');
  await page.locator('input[name=botToken]:focus').fill(token);
  await page.keyboard.press('Enter');
  await page.locator('input[name=adminUsername]:focus').fill('anna');
  await page.keyboard.press('Enter');
  await page.locator('h1:focus', { hasText: 'Всё верно?' }).waitFor();
  await button(page, 'Создать заведение').click();
  await page.getByText('Заведение работает!').waitFor();
}

/** The period as the owner sees it and as the database stores it. */
async function paidPeriod(email: string): Promise<{ startsAt: Date; endsAt: Date; price: number }> {
  const period = await platform
    .db('subscription_periods')
    .whereNull('closed_at')
    .whereIn('user_id', platform.db('users').where({ email }).select('id'))
    .first();
  return { startsAt: period.starts_at, endsAt: period.ends_at, price: period.price };
}

async function upgrade(page: Page, email: string): Promise<void> {
  const { credit } = creditOf(await paidPeriod(email), clock.now());
  await open(page, '/subscription');
  await button(page, 'Изменить тариф').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Профессиональный/ }).check();
  const shown = async () => plain(await dialog.locator('dl').textContent());
  await until(async () => (await shown()).includes(`−${roubles(credit)}`), `a credit of ${roubles(credit)}`);
  await button(dialog, 'Оплатить').click();
  await approve(page, PROFESSIONAL - credit);
  await page.getByRole('heading', { name: 'Профессиональный' }).waitFor();
}

async function downgradeAndStay(page: Page): Promise<void> {
  await button(page, 'Изменить тариф').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Стартовый/ }).check();
  await button(dialog, 'Запланировать переход').click();
  await says(page, 'Запланирована смена тарифа');
  await button(page, 'Остаться на текущем тарифе').click();
  await page.getByText('Запланирована смена тарифа').waitFor({ state: 'detached' });
}

async function cancel(page: Page): Promise<void> {
  await button(page, 'Отменить подписку').click();
  await button(page.getByRole('dialog'), 'Отменить подписку').click();
  await says(page, 'Подписка отменена. Автопродление остановлено.');
}

const answers = async (subdomain: string): Promise<number> =>
  (await callVenue(platform, subdomain, 'GET', '/', { headers: { accept: 'text/html' } })).status;

async function liveThrough(t: ExecutionContext, page: Page, name: string): Promise<void> {
  const email = `${name}@months.example`;
  await arrive(page, email);
  await choosePlan(page);
  await openVenue(page, name);
  t.is(await answers(name), 200);

  clock.pass(10.5 * DAY);
  await signInAgain(page, email);
  await upgrade(page, email);
  await downgradeAndStay(page);
  await cancel(page);

  clock.pass(daysUntil((await paidPeriod(email)).endsAt, clock.now()) * DAY);
  await platform.accounts.billing.runDue();
  await until(async () => (await answers(name)) === 403, 'the venue is suspended');
  await signInAgain(page, email);
  await open(page, '/dashboard');
  await says(page, 'Приостановлен');
  await page.goto(await linkFor(platform.home, email, 'subscription'));
  await says(page, 'Подписка закончилась');
  await button(page, /^Оплатить/).click();
  await approve(page, PROFESSIONAL);
  await until(async () => (await answers(name)) === 200, 'the venue is back');
  await open(page, '/dashboard');
  await says(page, 'Активен');

  const { user_id } = await platform.db('payments').where({ payer_email: email }).first('user_id');
  const entries = await platform.db('billing_ledger').where({ user_id });
  const left = entries.reduce((sum, { amount }) => sum + amount, 0);
  t.is(left, 0, 'every kopeck paid is in a period');
}

/** One after the other: they share the clock. */
browserTest(
  'visitor, plan, payment, venue, upgrade, downgrade undone, cancelled, expired, suspended, paid, back: on a desktop and a phone',
  async (t, { page, another }) => {
    await liveThrough(t, page, 'desktop');
    const phone = await another({ viewport: { width: 360, height: 740 } });
    await liveThrough(t, phone, 'phone');
  },
  { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
);
