import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { row } from '../support/admin-pages/admin-list.ts';
import { serveAdminPages, signedIn } from '../support/admin-pages/admin-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop, type VisitOptions } from '../support/browser/browser.ts';
import { stopClock } from '../support/browser/page-clock.ts';
import { toast } from '../support/browser/toasts.ts';
import { auditStats, cleanupTables, itemOf, operationOf } from '../support/cleanup/cleanup-tables.ts';
import { until } from '../support/run/until.ts';

const phone: VisitOptions = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' };

async function open(t: ExecutionContext, page: Page, path: string, venues = 3) {
  const tables = cleanupTables({ venues });
  const pages = await serveAdminPages(tables.all);
  t.teardown(() => pages.stop());
  pages.answers['GET /admin/tenants/audit'] = tables.audit;
  await signedIn(page);
  await page.goto(`${pages.url}/admin${path}`);
  return { pages, tables };
}

const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

const PLAN = 'POST /admin/tenants/cleanup/plan';
const CLEAN = 'POST /admin/tenants/cleanup';
const planOf = (action: string, count: number): [number, object] => [
  200,
  {
    success: true,
    plan: {
      id: '00000000-0000-4000-8000-00000000000a',
      action,
      created_at: '2026-11-22T09:00:00Z',
      expires_at: '2026-11-22T09:15:00Z',
      total: count,
      items: Array.from({ length: count }, (_, index) => ({
        key: `key-${index}`,
        label: `База ${index}`,
        what: 'База уйдёт в карантин',
        why: 'Заведения с таким номером нет',
        bytes: 10 * 1024 ** 2,
      })),
    },
  },
];

browserTest(
  'the cleanup shows every number of the audit, and each of its six buttons is disabled when its count is 0, except fix-statuses',
  async (t, { page }) => {
    const { pages } = await open(t, page, '/cleanup');
    const cards = page.getByRole('list', { name: 'Аудит' }).getByRole('listitem');
    await page.getByText('41', { exact: true }).waitFor();
    t.deepEqual(
      (await cards.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
      [
        `${auditStats.has_issues} Расхождений`,
        `${auditStats.total} Всего`,
        `${auditStats.by_status.active} Активны`,
        `${auditStats.by_status.creating} Создаются`,
        `${auditStats.by_status.suspended} Приостановлены`,
        `${auditStats.containers_exist} Процессов`,
        `${auditStats.with_container_id} С адресом процесса`,
        `${auditStats.visible_to_users} Видны владельцам`,
        `${auditStats.test_tenants} Тестовые`,
        `${auditStats.deleted_tenants} Удалённые`,
        `${auditStats.orphaned_db} Базы без заведений`,
        `${auditStats.orphaned_containers} Процессы без заведений`,
        `${auditStats.orphaned_nginx} Сайты без заведений`,
      ],
    );
    const buttons = page.getByRole('group', { name: 'Массовая очистка' }).getByRole('button');
    t.deepEqual(
      await buttons.evaluateAll((all) => all.map((one) => [one.textContent, (one as HTMLButtonElement).disabled])),
      [
        ['Базы без заведений2', false],
        ['Процессы без заведений0', true],
        ['Тестовые тенанты5', false],
        ['Исправить статусы', false],
        ['Удалённые тенанты6', false],
        ['Сайты без заведений0', true],
      ],
    );
    t.deepEqual(await seriousViolations(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    t.deepEqual(await seriousViolations(page), []);

    pages.answers['GET /admin/tenants/audit'] = [500, { success: false, error: 'Сервер баз не отвечает' }];
    await page.reload();
    await page.getByText('Не удалось загрузить данные аудита').waitFor();
    t.true(await buttons.first().isDisabled());
    t.true(await buttons.nth(3).isEnabled());
  },
  desktop,
);

browserTest(
  'a cleanup shows its plan, is confirmed, and shows its progress and what was deleted and found',
  async (t, { page }) => {
    const { pages, tables } = await open(t, page, '/cleanup');
    const begun = operationOf(1);
    tables.operations.data.push(begun);
    pages.answers[PLAN] = planOf('orphaned_db', 3);
    pages.answers[CLEAN] = [202, { success: true, deleted: 0, found: 2, message: '', operation: begun }];
    await page.getByRole('button', { name: /^Базы без заведений/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Базы без заведений' });
    await dialog.getByText('Выбрано 3 из 3, 30 МБ').waitFor();
    await dialog.getByText('Заведения с таким номером нет').first().waitFor();
    await dialog.getByLabel(/^База 1/).uncheck();
    await dialog.getByText('Выбрано 2 из 3, 20 МБ').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await dialog.getByRole('button', { name: 'Очистить' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Отмена' }).click();
    t.is(pages.of(CLEAN).length, 0, 'not without a confirmation');
    await dialog.getByRole('button', { name: 'Очистить' }).click();
    await question.getByRole('button', { name: 'Очистить' }).click();
    await dialog.getByText('0 из 2').waitFor();
    t.deepEqual(pages.of(CLEAN)[0]?.body, {
      action: 'orphaned_db',
      planId: '00000000-0000-4000-8000-00000000000a',
      keys: ['key-0', 'key-2'],
    });

    begun.done = 1;
    pages.emit({ resource: 'operations', id: begun.id });
    await dialog.getByText('1 из 2').waitFor();
    Object.assign(begun, {
      done: 2,
      status: 'done',
      finished_at: '2026-11-22T09:01:00Z',
      result: { deleted: 2, found: 2 },
    });
    pages.emit({ resource: 'operations', id: begun.id });
    await dialog.getByText('Удалено: 2').waitFor();
    await dialog.getByText('Найдено: 2').waitFor();
    await dialog.getByRole('link', { name: 'Карантин' }).click();
    await row(page, 'test-1').waitFor();
  },
  desktop,
);

browserTest(
  'a failed cleanup says «Ошибка очистки» with the server’s error, and statuses are fixed even where none is amiss',
  async (t, { page }) => {
    const { pages } = await open(t, page, '/cleanup');
    pages.answers[PLAN] = planOf('test_tenants', 1);
    pages.answers[CLEAN] = [410, { success: false, error: 'План устарел: составьте новый', code: 'plan_expired' }];
    await page.getByRole('button', { name: /^Тестовые тенанты/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Очистить' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Очистить' }).click();
    await dialog.getByText('Ошибка очистки: План устарел: составьте новый').waitFor();
    await dialog.getByRole('button', { name: 'Составить план заново' }).click();
    await until(() => pages.of(PLAN).length === 2, 'another plan');
    await dialog.getByText('Выбрано 1 из 1').waitFor();
    await dialog.getByRole('button', { name: 'Отмена' }).click();

    pages.answers[PLAN] = planOf('fix_mismatches', 0);
    pages.answers[CLEAN] = [200, { success: true, fixed: 0, checked: 41, message: 'Очищать нечего', operation: null }];
    await page.getByRole('button', { name: 'Исправить статусы' }).click();
    await dialog.getByText('Расхождений не найдено').waitFor();
    await dialog.getByRole('button', { name: 'Исправить' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Исправить' }).click();
    await dialog.getByText('Исправлено: 0').waitFor();
    await dialog.getByText('Проверено: 41').waitFor();
    t.deepEqual(
      pages.of(CLEAN).map(({ body }) => (body as { action: string }).action),
      ['test_tenants', 'fix_mismatches'],
    );
  },
  desktop,
);

browserTest(
  'the audit’s venues are searched, sorted and filtered by what is amiss, and each shows what its three sources say side by side',
  async (t, { page }) => {
    const { pages } = await open(t, page, '/cleanup', 30);
    await row(page, 'bar-1').first().waitFor();
    await page.getByRole('link', { name: /Расхождений/ }).click();
    await until(async () => (await page.locator('.list-count').innerText()) === '10', 'the ten with something amiss');
    await page.getByPlaceholder('Поддомен, email владельца или ID').fill('bar-2');
    await until(async () => (await page.locator('.list-count').innerText()) === '5', 'the five found');
    await page.getByRole('button', { name: 'Поддомен' }).click();
    await until(
      () => pages.of('GET /admin/tenants/audit').some(({ query }) => query.sort === '["subdomain","ASC"]'),
      'the order by subdomain',
    );
    await page.getByPlaceholder('Поддомен, email владельца или ID').press('Enter');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const evidence = page.getByRole('complementary').locator('.evidence');
    await evidence.waitFor();
    t.deepEqual(await evidence.locator('dt').allInnerTexts(), ['База', 'Сервер', 'Адрес']);
    t.deepEqual(await evidence.locator('dd').allInnerTexts(), [
      'Состояние: активно',
      'База данных есть',
      'Процесс завершился',
      'Файл сайта есть',
    ]);
    const tops = await evidence.locator('dt').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    t.is(new Set(tops).size, 1);
    t.deepEqual(await seriousViolations(page), []);
  },
  desktop,
);

browserTest(
  'findings say whether they are ours, and what is in quarantine says how long it stays and is brought back',
  async (t, { page }) => {
    const { pages, tables } = await open(t, page, '/cleanup');
    await page.getByRole('article').first().waitFor();
    // no part overlaps the one above it
    const head = page.locator('.list-buttons, .audit-stats, .cleanup-buttons, .list-tools');
    const boxes = await head.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    t.is(boxes.length, 4);
    for (const [index, { top }] of boxes.entries()) t.true(top >= (boxes[index - 1]?.bottom ?? 0), `part ${index}`);
    await page.getByRole('link', { name: 'Находки (3)' }).click();
    const findings = page.getByRole('list', { name: 'Находки' }).locator('> li');
    await findings.filter({ hasText: 'someone_elses' }).getByText('Не наше, не тронем').waitFor();
    t.is(await findings.getByText('Наше', { exact: true }).count(), 2);
    t.true(await fits(page));
    await page.getByRole('link', { name: 'Карантин' }).click();
    const [item] = tables.quarantine.data;
    pages.answers[`POST /admin/tenants/quarantine/${item?.id}/restore`] = () => {
      Object.assign(item ?? {}, { status: 'restored' });
      return [200, { success: true, item }];
    };
    const kept = page.getByRole('article').filter({ hasText: 'test-1' });
    await kept.getByText('Осталось: 6 дней').waitFor();
    await kept.getByRole('button', { name: 'Вернуть' }).click();
    await toast(page, 'Возвращено');
    await kept.waitFor({ state: 'detached' });
    t.true(await fits(page));
    t.deepEqual(await seriousViolations(page), []);
  },
  phone,
);

browserTest(
  'updating all tenants asks first, saying that it takes 5-10 minutes, refreshes the lists after 2 seconds, stays on the page with its end, and is followed per tenant',
  async (t, { page }) => {
    await page.clock.install();
    const { pages, tables } = await open(t, page, '/cleanup');
    await row(page, 'bar-1').waitFor();
    pages.answers['POST /admin/update-all-tenants'] = [500, { success: false }];
    const ask = page.getByRole('button', { name: 'Обновить все тенанты' });
    const question = page.getByRole('alertdialog');
    await ask.click();
    await question.getByText('5-10 минут').waitFor();
    await question.getByRole('button', { name: 'Обновить' }).click();
    await toast(page, 'Не удалось запустить обновление');
    pages.answers['POST /admin/update-all-tenants'] = [409, { success: false, error: 'Это уже выполняется' }];
    await ask.click();
    await question.getByRole('button', { name: 'Обновить' }).click();
    await toast(page, 'Это уже выполняется');

    const begun = operationOf(1, {
      kind: 'update_all',
      title: 'Обновление всех заведений',
      total: 3,
      done: 1,
      failed: 1,
    });
    tables.operations.data.push(begun);
    const items = [itemOf('2', 'failed', { message: 'Не ответил' }), itemOf('3', 'running'), itemOf('1', 'done')];
    pages.answers[`GET /admin/operations/${begun.id}/items`] = [
      200,
      { success: true, items, pagination: { total: 3 } },
    ];
    pages.answers['POST /admin/update-all-tenants'] = [
      202,
      { success: true, message: 'Обновление началось. Заведений: 3', operation: begun },
    ];
    await ask.click();
    await stopClock(page);
    await question.getByRole('button', { name: 'Обновить' }).click();
    await page.getByText('Обновление началось. Заведений: 3').waitFor();
    const before = pages.of('GET /admin/tenants/audit').length;
    await page.clock.runFor(1800);
    t.is(pages.of('GET /admin/tenants/audit').length, before);
    await page.clock.runFor(300);
    await until(() => pages.of('GET /admin/tenants/audit').length > before, 'the lists anew');
    await page.clock.resume();

    Object.assign(begun, { status: 'done', done: 2, finished_at: '2026-11-22T10:05:00Z' });
    pages.emit({ resource: 'operations', id: begun.id });
    const ended = page.getByRole('region', { name: 'Только что выполнено' });
    await ended.getByText('Готово', { exact: true }).waitFor();
    await ended.getByText('3 из 3, не удалось: 1').waitFor();

    await page.getByRole('link', { name: 'Обновление всех заведений' }).click();
    await row(page, 'Заведение 2').getByText('Не ответил').waitFor();
    t.deepEqual(JSON.parse(pages.of(`GET /admin/operations/${begun.id}/items`)[0]?.query.sort ?? ''), [
      'status',
      'ASC',
    ]);
    t.deepEqual(await seriousViolations(page), []);
  },
  desktop,
);
