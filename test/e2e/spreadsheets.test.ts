import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { browserTest, seriousViolations } from '../support/browser.ts';
import { startTenant, type Tenant } from '../support/tenant.ts';
import { workbookOf } from '../tenant-runtime/spreadsheets/venue.ts';

const runtime = join(import.meta.dirname, '../../tenant-runtime');
const panel = join(runtime, 'dist/panel');
if (!existsSync(join(panel, 'index.html'))) throw new Error('The pages are not built: npm run build');

async function openExcel(page: Page, venue: Tenant): Promise<void> {
  const who = await venue.asNewUser('maria', 'admin', 'Мария');
  const password = await venue.services.users.resetPassword(who.id, who);
  await page.goto(`${venue.url}/excel`);
  await page.getByLabel('Логин').fill(who.username);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByRole('heading', { name: 'Excel' }).waitFor();
}

async function choose(page: Page, name: string, rows: (string | number)[][]): Promise<void> {
  const file = {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await workbookOf({ Лист1: rows }),
  };
  await page.getByLabel('Файл Excel').setInputFiles(file);
}

browserTest('columns that were not recognised are named by hand, and the next file knows them', async (t, { page }) => {
  const venue = await startTenant(t, { pages: { panel, scanner: join(runtime, 'dist/scanner') } });
  await openExcel(page, venue);

  await choose(page, 'поставщик.xlsx', [
    ['Что', 'Сколько'],
    ['Ром', 1.5],
    ['Джин', 2],
  ]);
  await page.getByText('Не нашли строку с заголовками').waitFor();
  t.deepEqual(await seriousViolations(page), []);
  await page.getByLabel('Строка с заголовками').fill('1');
  await page.getByLabel(/^Столбец A/).selectOption({ label: 'Название' });
  await page.getByLabel(/^Столбец B/).selectOption({ label: 'Есть сейчас' });
  await page.getByRole('button', { name: 'Прочитать заново' }).click();
  // two presses of a quick hand
  await page.getByRole('button', { name: 'Загрузить 2 строки' }).dblclick();
  await page.getByText('Загружено').waitFor();
  t.is(await page.getByText('уже загружен').count(), 0);
  t.is((await venue.db('items')).length, 2);

  await choose(page, 'поставщик-2.xlsx', [
    ['Что', 'Сколько'],
    ['Виски', 3],
  ]);

  await page.getByText('как вы указали в прошлый раз').waitFor();
  await page.getByRole('button', { name: 'Загрузить 1 строку' }).waitFor();
});
