import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import {
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../support/platform/platform.ts';
import { signInPage } from '../support/platform/sign-in-page.ts';
import { until } from '../support/run/until.ts';

let platform: TestPlatform;
let admin: TestOwner;
test.before(async () => {
  platform = await startTestPlatform();
  admin = await newOwner(platform);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
});
test.after.always(() => platform?.stop());

browserTest(
  'a venue whose name begins with test- is cleaned up by plan, and brought back out of quarantine',
  async (t, { page }) => {
    const venue = await newVenue(platform, await newOwner(platform));
    const subdomain = `test-${randomBytes(4).toString('hex')}`;
    await platform.db('tenants').where({ id: venue.id }).update({ subdomain });
    const statusOf = async () => (await platform.db('tenants').where({ id: venue.id }).first('status')).status;
    await signInPage(page, platform.url, admin);
    await page.goto(`${platform.url}/admin/cleanup`);
    await page.getByRole('row').filter({ hasText: subdomain }).waitFor();
    await page.getByRole('button', { name: /^Тестовые тенанты/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Тестовые тенанты' });
    await dialog.getByText('Выбрано 1 из 1').waitFor();
    await dialog.getByLabel(new RegExp(subdomain)).waitFor();
    await dialog.getByRole('button', { name: 'Очистить' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Очистить' }).click();
    await dialog.getByText('Удалено: 1').waitFor();
    t.is(await statusOf(), 'deleted');
    t.deepEqual(await seriousViolations(page), []);

    await dialog.getByRole('link', { name: 'Карантин' }).click();
    const kept = page.getByRole('row').filter({ hasText: subdomain });
    await kept.waitFor();
    await page.getByRole('button', { name: /^Вернуть/ }).click();
    await page.getByRole('status').getByText('Возвращено').waitFor();
    await until(async () => (await statusOf()) === 'active', 'the venue being active again');
    await page.goto(`${platform.url}/admin/operations`);
    await page.getByRole('row').filter({ hasText: 'Очистка: тестовые заведения' }).getByText('Готово').click();
    await page.getByRole('row').filter({ hasText: subdomain }).waitFor();
    t.deepEqual(await seriousViolations(page), []);
  },
  { viewport: { width: 1440, height: 900 } },
);

browserTest(
  'a suite is run for real from /test, and the platform’s statistics and disk are shown',
  async (t, { page }) => {
    await signInPage(page, platform.url, admin);
    await page.goto(`${platform.url}/test`);
    await page.locator('.test-card').nth(5).waitFor();
    const card = page.locator('.test-card').first();
    await card.getByRole('button', { name: /^Запустить/ }).click();
    const tests = await card.locator('details').count();
    t.true(tests > 0);
    await until(
      async () => (await card.locator('details').filter({ hasText: /\d мс/ }).count()) === tests,
      'every test of the suite having its result',
    );
    await card.getByText('Не прошли: 0').waitFor();
    await card
      .getByRole('button', { name: /^Запустить/ })
      .and(page.locator(':enabled'))
      .waitFor();
    await page.getByRole('button', { name: 'Получить статистику' }).click();
    await page.getByRole('region', { name: 'База данных' }).getByText('Подключена').waitFor();
    await page.getByRole('button', { name: 'Анализ диска' }).click();
    await page.getByRole('list', { name: 'Рекомендации' }).getByRole('listitem').first().waitFor();
    t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    t.deepEqual(await seriousViolations(page), []);
  },
  { viewport: { width: 360, height: 740 } },
);

browserTest(
  'what is unsafe of the installation is told on the overview, and what to do about it in the diagnostics',
  async (t, { page }) => {
    const secrets = join(platform.home, 'secrets');
    await mkdir(secrets, { mode: 0o755, recursive: true });
    t.teardown(() => rm(secrets, { recursive: true, force: true }));
    await signInPage(page, platform.url, admin);
    await page.goto(`${platform.url}/admin`);
    const attention = page.getByRole('region', { name: /Требует внимания/ });
    await attention.getByText('могут читать другие пользователи машины').waitFor();
    await attention.getByRole('link', { name: 'Что исправить' }).press('Enter');
    const found = page.getByRole('list', { name: 'Что исправить' });
    await found.getByText(`chmod go= ${secrets}`).waitFor();
    t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    t.deepEqual(await seriousViolations(page), []);
    await rm(secrets, { recursive: true, force: true });
    await page.getByRole('button', { name: 'Проверить безопасность' }).click();
    await page.getByRole('status').getByText('Всё в порядке').waitFor();
  },
  { viewport: { width: 360, height: 740 } },
);
