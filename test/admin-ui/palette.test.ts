import test from 'ava';
import { type AdminPages, adminTables, serveAdminPages, signedIn } from '../support/admin-pages/admin-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { cleanupTables, operationOf } from '../support/cleanup/cleanup-tables.ts';

let pages: AdminPages;
test.before(async () => {
  pages = await serveAdminPages(adminTables().all);
});
test.after.always(() => pages?.stop());

browserTest(
  'every page is reached by its keys, and the palette finds pages, records and what can be done with them',
  async (t, { page }) => {
    await signedIn(page);
    await page.goto(`${pages.url}/admin`);
    await page.getByRole('heading', { name: 'Обзор' }).waitFor();
    // pressed at once: a slow pair is no shortcut, and the machine may be busy
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('t')]);
    await page.getByRole('heading', { name: 'Тенанты' }).waitFor();
    t.is(new URL(page.url()).pathname, '/admin/tenants');

    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Клавиши' });
    await shortcuts.getByText('Найти запись, раздел или действие').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('Escape');
    await shortcuts.waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Раздел, действие/).fill('подпис');
    await page.getByRole('option', { name: 'Подписки Раздел' }).waitFor();
    await page.getByPlaceholder(/Раздел, действие/).fill('user-00003');
    const found = page.getByRole('option', { name: /user-00003@test\.example Пользователь/ });
    await found.waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Заблокировать' }).waitFor();
    await page.getByRole('option', { name: 'Продлить' }).waitFor();
    await page.getByPlaceholder('Что сделать').fill('открыть');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/users/3');
    await page.getByRole('complementary').getByRole('heading', { name: 'user-00003@test.example' }).waitFor();
  },
);

browserTest(
  'the palette finds every kind of record by its name, address, number or code, in either layout, by the keyboard alone',
  async (t, { page }) => {
    const of = (path: string, rows: string, ...data: object[]) => ({ path, rows, row: 'row', data });
    const at = '2026-11-22T09:00:00Z';
    const everything = await serveAdminPages([
      of('images', 'images', { id: `sha256:${'ab'.repeat(32)}`, repository: 'registry/ostatok', tag: '1.4' }),
      of('email-templates', 'templates', { id: 77, name: 'Осенняя акция', subject: 'Скидки', is_system: false }),
      of('campaigns', 'campaigns', { id: 'c', subject: 'Новости недели', status: 'done', created_at: at }),
      of('aliases', 'data', { id: 5, description: 'Ром тёмный', ean: '4601234567890' }),
      of('aliases/proposals', 'data', { id: 6, description: 'Вино белое', ean: '4609', status: 'pending' }),
      of('payments', 'payments', { id: 'p', payer_email: 'payer@bars.example', amount: 490, created_at: at }),
      of('operations', 'operations', operationOf(1)),
      ...cleanupTables().all.filter(({ path }) => !['images', 'payments', 'operations'].includes(path)),
    ]);
    t.teardown(() => everything.stop());
    const suites = [{ name: 'database', title: 'База данных', tests: [] }];
    everything.answers['GET /test/suites'] = [200, { success: true, suites }];
    everything.answers['POST /admin/tenants/cleanup/plan'] = [500, { success: false, error: 'Нет связи с базой' }];
    await signedIn(page);
    await page.goto(`${everything.url}/admin/journal`);
    await page.getByRole('heading', { name: 'Журнал' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByPlaceholder(/^Раздел, действие/);
    for (const [typed, found] of [
      ['USER-00002', /^user-00002@test.example Пользователь/],
      ['2', /^user-00002@test.example Пользователь/],
      ['Бар № 3', /^bar-3 Тенант/],
      ['ghjatccb', /^Профессиональный Тариф/],
      ['ыефкеук', /^Стартовый Тариф/],
      ['ostatok', /^registry\/ostatok:1.4 Образ/],
      ['осенняя', /^Осенняя акция Шаблон письма/],
      ['новости', /^Новости недели Рассылка/],
      ['460123', /^Ром тёмный Алиас/],
      ['белое', /^Вино белое Предложение/],
      ['payer@', /^490 ₽, payer@bars.example Платёж/],
      ['bar-1', /^bar-1, .* Резервная копия/],
      ['test-2', /^test-2 Карантин/],
      ['базы данных', /^Очистка: базы данных без заведений Работа/],
      ['database', /^Запустить тесты: База данных/],
      ['карантин', /^Карантин Раздел/],
      ['jxbcnbnm', /^Очистить: базы без заведений/],
    ] as const) {
      await field.fill(typed);
      await page.getByRole('option', { name: found }).first().waitFor();
    }
    await field.fill('очистить: тестовые');
    await page.getByRole('option', { name: 'Очистить: тестовые тенанты' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Тестовые тенанты' }).getByText('Нет связи с базой').waitFor();
    t.is(everything.of('POST /admin/tenants/cleanup/plan').length, 1);
  },
);

browserTest('the palette begins what there is no record of yet', async (t, { page }) => {
  await signedIn(page);
  await page.goto(`${pages.url}/admin`);
  await page.getByRole('heading', { name: 'Обзор' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Раздел, действие/).fill('создать алиас');
  await page.getByRole('option', { name: 'Создать алиас' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  t.deepEqual(await seriousViolations(page), []);
});

browserTest(
  'the palette goes one level back at Escape, gives the focus back, and does not open above what holds it',
  async (t, { page }) => {
    await signedIn(page);
    await page.goto(`${pages.url}/admin/users`);
    await page.getByRole('row').nth(1).waitFor();
    const palette = page.getByRole('dialog', { name: 'Найти или сделать' });
    await page.getByRole('button', { name: 'Экспорт' }).focus();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/^Раздел, действие/).fill('user-00003');
    await page.getByRole('option', { name: /^user-00003/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByPlaceholder('Что сделать').waitFor();
    await page.keyboard.press('Escape');
    await page.getByPlaceholder(/^Раздел, действие/).waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Экспорт');

    await page.getByRole('grid').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const record = page.getByRole('dialog', { name: 'Пользователи: подробности' });
    await record.getByRole('heading').waitFor();
    await page.keyboard.press('Control+k');
    t.is(await palette.count(), 0);
    await page.keyboard.press('Escape');
    await record.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await palette.waitFor();
  },
  { viewport: { width: 1000, height: 700 } },
);

browserTest('a palette that the server did not wholly answer says so, and asks again', async (t, { page }) => {
  await signedIn(page);
  await page.goto(`${pages.url}/admin`);
  await page.getByRole('heading', { name: 'Обзор' }).waitFor();
  await page.route('**/api/admin/users?*', (route) => route.abort());
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Раздел, действие/).fill('user-0000');
  const again = page.getByRole('option', { name: /^Нашлось не всё.* Повторить$/ });
  await again.waitFor();
  t.is(await page.getByText('Ничего не нашлось').count(), 0);
  t.deepEqual(await seriousViolations(page), []);
  await page.unroute('**/api/admin/users?*');
  await again.click();
  await page.getByRole('option', { name: /^user-00003@test.example/ }).waitFor();
  t.is(await again.count(), 0);
});
