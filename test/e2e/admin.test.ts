import test from 'ava';
import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { call, newOwner, startTestPlatform, type TestOwner, type TestPlatform } from '../support/platform/platform.ts';
import { signInPage } from '../support/platform/sign-in-page.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

async function newAdmin(): Promise<TestOwner> {
  const admin = await newOwner(platform);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin', name: 'Администратор' });
  return admin;
}

browserTest(
  'an administrator finds a user, blocks and unblocks them, and another window shows it at once',
  async (t, { page }) => {
    const [admin, owner] = await Promise.all([newAdmin(), newOwner(platform)]);
    await signInPage(page, platform.url, admin);
    await page.goto(`${platform.url}/admin`);
    await page
      .getByRole('link', { name: /^Пользователи/ })
      .first()
      .waitFor();
    await page.goto(`${platform.url}/admin/users`);
    await page.getByRole('columnheader', { name: 'Подписка' }).waitFor();
    const second = await page.context().newPage();
    await second.goto(`${platform.url}/admin/users?search=${owner.email}`);
    const seen = second.getByRole('row').filter({ hasText: owner.email });
    await seen.getByText('Активен').waitFor();
    await second.getByRole('img', { name: 'Обновляется сразу' }).waitFor();

    await page.getByPlaceholder('Email или имя').fill(owner.email);
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Заблокировать: ${owner.email}` }).click();
    await toast(page, 'Пользователь заблокирован');
    t.is((await platform.db('users').where({ id: owner.userId }).first()).status, 'blocked');
    await seen.getByText('Заблокирован').waitFor();
    await page.getByRole('button', { name: `Разблокировать: ${owner.email}` }).click();
    await toast(page, 'Пользователь активирован');
    t.is((await platform.db('users').where({ id: owner.userId }).first()).status, 'active');
    await seen.getByText('Активен').waitFor();

    await page.getByPlaceholder('Email или имя').fill(admin.email);
    await page.getByRole('row').filter({ hasText: 'Админ' }).waitFor();
    t.is(await page.getByRole('button', { name: `Заблокировать: ${admin.email}` }).count(), 0);
    t.deepEqual(await seriousViolations(page), []);
  },
);

/** The texts of the rows from top to bottom, once each of these words is in one. */
async function shown(page: Page, words: string[]): Promise<string[]> {
  for (const word of words) await page.locator('.list-row').filter({ hasText: word }).first().waitFor();
  const rows = await page
    .locator('.list-row')
    .evaluateAll((all) => all.map((row) => ({ top: row.getBoundingClientRect().top, says: row.textContent ?? '' })));
  return rows.sort((one, other) => one.top - other.top).map(({ says }) => says);
}

/** The words that the rows contain, in the rows' order. */
const saidIn = (rows: string[], words: string[]): string[] =>
  rows.flatMap((row) => words.filter((word) => row.includes(word)));

browserTest(
  'the lists of the real platform come in their orders, and what was done is in the journal',
  async (t, { page }) => {
    const admin = await newAdmin();
    const older = await newOwner(platform, 'free');
    const owner = await newOwner(platform, 'free');
    const emails = [owner.email, older.email];
    await signInPage(page, platform.url, admin);
    const offered = await platform.db('plans').where({ is_archived: false }).orderBy('sort_order');
    const turned = offered.toReversed().map(({ id, display_name }, at) => ({ id, display_name, sort_order: at + 1 }));
    const { token } = (await call(platform.url, 'POST', '/api/auth/login', { body: admin })).body;
    await call(platform.url, 'PUT', '/api/admin/plans/reorder', { token, body: { plans: turned } });
    await page.goto(`${platform.url}/admin/plans`);
    const plans = turned.map(({ display_name }) => display_name);
    t.deepEqual(saidIn(await shown(page, plans), plans), plans, 'plans by their own order');
    await page.goto(`${platform.url}/admin/users`);
    t.deepEqual(saidIn(await shown(page, emails), emails), emails, 'the newest users first');
    await page.goto(`${platform.url}/admin/subscriptions`);
    t.deepEqual(saidIn(await shown(page, emails), emails), emails, 'the newest subscribers first');
    await page.goto(`${platform.url}/admin/subscriptions?search=${owner.email}`);
    await page.getByRole('row').filter({ hasText: owner.email }).getByText('Без срока').waitFor();
    await page.getByRole('button', { name: `Начислить временный тариф: ${owner.email}` }).click();
    await page.getByRole('dialog').getByLabel('Тариф').click();
    await page.getByRole('option', { name: /Профессиональный/ }).click();
    await page.getByRole('button', { name: 'Начислить', exact: true }).click();
    await toast(page, 'Временная подписка начислена на 14 дней');
    await page.getByRole('row').filter({ hasText: owner.email }).getByText('14 дней').waitFor();
    await page.goto(`${platform.url}/admin/tenants`);
    await page.getByText('Тенантов пока нет').waitFor();
    const target = `user:${owner.userId}`;
    const acts: string[] = await platform.db('activity').where({ target }).orderBy('id', 'desc').pluck('description');
    await page.goto(`${platform.url}/admin/journal?target=${target}`);
    t.deepEqual(saidIn(await shown(page, acts), acts), acts, 'the newest acts first');
    t.true(acts.length >= 2);
    await page.getByRole('row').filter({ hasText: admin.email }).first().waitFor();
    await page.goto(`${platform.url}/admin`);
    await page.locator('.overview-activity li').first().waitFor();
    t.deepEqual(await seriousViolations(page), []);
  },
);

/** Opens a page that only administrators see. Its refusal is shown for seconds: the dashboard waits until it was read. */
async function openRefused(page: Page, path: string): Promise<void> {
  const read = Promise.withResolvers<void>();
  await page.route('**/dashboard', async (route) => {
    await read.promise;
    await route.continue();
  });
  await page.goto(platform.url + path, { waitUntil: 'commit' });
  await page.getByRole('alert').filter({ hasText: 'Доступ запрещен' }).waitFor();
  read.resolve();
}

for (const path of ['/admin', '/test', '/product-matching'])
  browserTest(`a guest who opens ${path} is led to the sign-in`, async (t, { page }) => {
    const passed: string[] = [];
    page.on('framenavigated', (frame) => passed.push(new URL(frame.url()).pathname));
    if (path === '/product-matching') await page.goto(platform.url + path);
    else {
      await openRefused(page, path);
      await page.waitForURL(/\/(dashboard|login)$/);
      t.true(passed.includes('/dashboard'), 'by the dashboard');
    }
    await page.waitForURL(`${platform.url}/login`);
    await page.getByLabel('Email').waitFor();
    t.is(new URL(page.url()).search, '');
  });

browserTest('an owner reads that access is denied and comes to the dashboard', async (t, { page }) => {
  await signInPage(page, platform.url, await newOwner(platform));
  await openRefused(page, '/admin');
  await page.waitForURL('**/dashboard');
  t.pass();
});

browserTest(
  'the users fit a phone of 360 pixels',
  async (t, { page }) => {
    await signInPage(page, platform.url, await newAdmin());
    await page.goto(`${platform.url}/admin/users`);
    await page.getByRole('listitem').first().waitFor();
    t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    t.deepEqual(await seriousViolations(page), []);
  },
  { viewport: { width: 360, height: 740 } },
);
