import test, { type ExecutionContext } from 'ava';
import type { Locator, Page } from 'playwright-core';
import { seriousViolations } from '../browser/axe.ts';
import { toast } from '../browser/toasts.ts';
import { newOwner, startTestPlatform, type TestOwner, type TestPlatform } from '../platform/platform.ts';

export let platform: TestPlatform;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpBilling(): void {
  test.before(async () => {
    platform = await startTestPlatform();
  });
  test.after.always(() => platform?.stop());
}

export const STARTER = 99_000;
export const PROFESSIONAL = 199_000;

export const at = (path: string): string => new URL(path, platform.url).href;
export const plain = (text: string | null): string => (text ?? '').replaceAll(/\s/g, ' ');
export const roubles = (kopecks: number): string =>
  plain(`${(kopecks / 100).toLocaleString('ru-RU', { minimumFractionDigits: kopecks % 100 ? 2 : 0 })} ₽`);
export const button = (page: Page | Locator, name: string | RegExp): Locator => page.getByRole('button', { name });

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(at(path), { waitUntil: 'domcontentloaded' });
}

/** One at a time: few passwords are hashed at once, and registrations beyond the limit are rejected. */
let registered: Promise<unknown> = Promise.resolve();
function register(plan: string): Promise<TestOwner> {
  const owner = registered.then(() => newOwner(platform, plan));
  registered = owner.catch(() => undefined);
  return owner;
}

export async function signedIn(page: Page, path: string, plan = 'free'): Promise<TestOwner> {
  const owner = await register(plan);
  const answer = await owner.call('GET', '/api/auth/me');
  const session = { token: owner.token, refreshToken: '', user: JSON.stringify(answer.body.user) };
  await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) if (!localStorage.getItem(key)) localStorage.setItem(key, value);
    localStorage.setItem('cookieConsent', 'accepted');
  }, session);
  await open(page, path);
  await page.locator('h1').waitFor();
  return owner;
}

/** Tabs to the element by the keyboard alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
}

export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** In a group of radio buttons the arrow keys choose. */
export async function pick(page: Page, group: Locator, name: RegExp): Promise<void> {
  await tabTo(page, group.getByRole('radio').first());
  await page.keyboard.press('Space');
  for (let presses = 0; presses < 6; presses += 1) {
    if (await group.getByRole('radio', { name }).isChecked()) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the arrows do not reach ${name}`);
}

export async function isSound(t: ExecutionContext, page: Page, where: string): Promise<void> {
  t.deepEqual(await seriousViolations(page), [], where);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  t.true(over <= 0, `${where} is ${over} px too wide`);
}

/** Pays on the bank's page; resolves when the subscription's page is back. */
export async function approve(page: Page, amount: number): Promise<void> {
  await page.waitForURL('**/mock-payment/*');
  await page.getByText('Ожидает оплаты').waitFor();
  const shown = plain(await page.locator('dl dd').first().textContent());
  if (shown !== roubles(amount)) throw new Error(`the bank asks for ${shown}, not for ${roubles(amount)}`);
  await press(page, button(page, 'Оплатить'));
  await toast(page, 'Платеж успешно обработан!');
  await page.waitForURL('**/subscription*');
  await page.getByText('Оплата прошла!').waitFor();
}

/** Dates the running period back by `days` and half a day. */
export async function age(owner: TestOwner, days: number): Promise<{ startsAt: Date; endsAt: Date }> {
  const { db } = platform;
  const back = (column: string) => db.raw(`?? - interval '${days * 24 + 12} hours'`, [column]);
  const open = db('subscription_periods').where({ user_id: owner.userId, closed_at: null });
  await open.clone().update({ starts_at: back('starts_at'), ends_at: back('ends_at') });
  await db('subscriptions')
    .where({ user_id: owner.userId })
    .update({
      current_period_start: back('current_period_start'),
      current_period_end: back('current_period_end'),
    });
  const period = await open.clone().first();
  return { startsAt: period.starts_at, endsAt: period.ends_at };
}
