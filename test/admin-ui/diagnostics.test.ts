import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { suiteNames } from '../../api/contract/diagnostics.ts';
import { serveAdminPages, signedIn } from '../support/admin-pages/admin-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop, type VisitOptions } from '../support/browser/browser.ts';
import { cleanupTables, itemOf, operationOf } from '../support/cleanup/cleanup-tables.ts';

const phone: VisitOptions = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' };

const suites = suiteNames.map((name) => ({
  name,
  title: `Группа ${name}`,
  tests: [1, 2].map((n) => ({ name: `Тест ${n} ${name}`, description: `Делает ${n}`, purpose: `Нужен для ${n}` })),
}));

async function open(t: ExecutionContext, page: Page, path = '/test') {
  const tables = cleanupTables();
  const pages = await serveAdminPages(tables.all);
  t.teardown(() => pages.stop());
  pages.answers['GET /test/suites'] = [200, { success: true, suites }];
  await signedIn(page);
  await page.goto(pages.url + path);
  return { pages, tables };
}

const resultOf = (n: number, status: string, more: object = {}) => ({
  name: `Тест ${n}`,
  status,
  duration: 120 * n,
  description: `Делает ${n}`,
  purpose: `Нужен для ${n}`,
  message: `Сообщение ${n}`,
  ...more,
});

browserTest(
  'each suite has a card whose Run is disabled while it runs; results come as they are there, expand, and outlive leaving the page',
  async (t, { page }) => {
    const { pages, tables } = await open(t, page);
    const cards = page.locator('.test-card');
    await cards.nth(5).waitFor();
    t.deepEqual(await cards.locator('h2 code').allInnerTexts(), [
      'database',
      'auth',
      'provisioning',
      'catalog',
      'admin',
      'docker',
    ]);
    pages.answers['POST /test/run/auth'] = [500, { success: false, error: 'Очередь работ не отвечает' }];
    const run = page.getByRole('button', { name: 'Запустить: Группа auth' });
    await run.click();
    await page.getByText('Ошибка при запуске тестов').waitFor();

    const begun = operationOf(1, { kind: 'diagnostics', title: 'Проверки: Группа auth' });
    const items = [itemOf('auth/1', 'running'), itemOf('auth/2', 'waiting')];
    pages.answers['POST /test/run/auth'] = () => {
      tables.operations.data.push(begun);
      return [202, { success: true, operation: begun }];
    };
    pages.answers[`GET /admin/operations/${begun.id}/items`] = () => [
      200,
      { success: true, items, pagination: { total: 2 } },
    ];
    await run.click();
    const card = page.getByRole('region', { name: /^Группа auth/ });
    await card.getByText('Ждёт').waitFor();
    t.true(await run.isDisabled());
    t.true(await page.getByRole('button', { name: 'Запустить: Группа admin' }).isEnabled());

    Object.assign(items[0] ?? {}, { status: 'done', result: resultOf(1, 'passed') });
    Object.assign(items[1] ?? {}, { status: 'running' });
    pages.emit({ resource: 'operations', id: begun.id });
    await card.getByText('Успешно', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Пользователи' }).click();
    await page.getByRole('heading', { name: 'Пользователи' }).waitFor();
    await page.getByRole('link', { name: 'Диагностика' }).click();
    await card.getByText('Идёт', { exact: true }).waitFor();
    t.true(await run.isDisabled());

    const failed = resultOf(2, 'failed', { warning: 'Медленно', error: 'Нет ответа', details: { ms: 900 } });
    Object.assign(items[1] ?? {}, { status: 'done', result: failed });
    Object.assign(begun, { status: 'done', done: 2, finished_at: '2026-11-22T09:01:00Z' });
    pages.emit({ resource: 'operations', id: begun.id });
    const summary = card.getByRole('status');
    await summary.getByText('Не прошли: 1').waitFor();
    t.is((await summary.innerText()).replace(/\s+/g, ' '), 'Успешно: 1 Не прошли: 1 С замечаниями: 0 Всего: 360 мс');
    await page.getByRole('button', { name: 'Запустить: Группа auth' }).and(page.locator(':enabled')).waitFor();
    const test = card.locator('details').nth(1);
    await test.locator('summary').focus();
    await page.keyboard.press('Enter');
    const shown = (await test.innerText()).replace(/\s+/g, ' ');
    for (const part of [
      'Тест 2 auth',
      '240 мс',
      'Не прошёл',
      'Что делает Делает 2',
      'Зачем Нужен для 2',
      'Сообщение Сообщение 2',
    ])
      t.true(shown.includes(part), part);
    for (const part of ['Предупреждение Медленно', 'Ошибка Нет ответа', 'Подробности { "ms": 900 }'])
      t.true(shown.includes(part), part);
    t.deepEqual(await seriousViolations(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    t.deepEqual(await seriousViolations(page), []);
  },
  desktop,
);

browserTest(
  'all tests are run at once, and their summary counts passed, failed, warnings and the total duration',
  async (t, { page }) => {
    const { pages, tables } = await open(t, page);
    const begun = operationOf(1, { kind: 'diagnostics', status: 'done', finished_at: '2026-11-22T09:01:00Z' });
    const items = suites.flatMap(({ name }) => [
      itemOf(`${name}/1`, 'done', { result: resultOf(1, 'passed') }),
      itemOf(`${name}/2`, 'done', { result: resultOf(2, 'warning', { warning: 'Осталось мало места' }) }),
    ]);
    pages.answers['POST /test/run'] = () => {
      tables.operations.data.push(begun);
      return [202, { success: true, operation: begun }];
    };
    pages.answers[`GET /admin/operations/${begun.id}/items`] = [
      200,
      { success: true, items, pagination: { total: 12 } },
    ];
    await page.getByRole('button', { name: 'Запустить все тесты' }).click();
    const summary = page.getByRole('status', { name: 'Все тесты' });
    await summary.waitFor();
    t.regex(
      (await summary.innerText()).replace(/\s+/g, ' '),
      /^Успешно: 6 Не прошли: 0 С замечаниями: 6 Всего: 2 160 мс$/,
    );
    t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    t.deepEqual(await seriousViolations(page), []);
  },
  phone,
);

const stats = {
  platform: {
    users: { total: 120, active: 110 },
    tenants: { total: 80, active: 79 },
    subscriptions: { active: 70, mrr: 12_345 },
  },
  catalog: { totalProducts: 1001, verifiedProducts: 801, categoriesCount: 34, brandsCount: 56 },
  docker: {
    containers: { total: 9, running: 8 },
    images: { total: 3 },
    networks: { total: 2 },
    volumes: { total: 7 },
  },
  database: { postgresql: { connected: true, sizeFormatted: '1,2 ГБ' }, pool: { total: 4, max: 20 } },
};
const sizes = (name: string) => [1, 2, 3, 4, 5].map((n) => ({ name: `${name}-${n}`, formatted: `${n} МБ`, bytes: n }));
const disk = {
  totalFormatted: '12,4 ГБ',
  disk: { totalFormatted: '80 ГБ', freeFormatted: '31 ГБ', usedPercent: 61 },
  dockerImages: {
    totalFormatted: '1,1 ГБ',
    images: sizes('image').map(({ name, formatted }) => ({ name, size: formatted })),
  },
  sourceCode: { totalFormatted: '240 МБ', breakdown: sizes('folder') },
  tenantVolumes: {
    totalFormatted: '3 ГБ',
    tenants: sizes('t').map(({ name, formatted }) => ({ tenantId: name, subdomain: null, totalFormatted: formatted })),
  },
  postgresDb: { totalFormatted: '6 ГБ', tables: sizes('table') },
  logs: { totalFormatted: '200 МБ', controlPlane: '150 МБ', tenants: '50 МБ' },
  uploads: { totalFormatted: '10 МБ' },
  backups: { totalFormatted: '1 ГБ' },
  recommendations: [
    { level: 'warning', message: 'Удалите лишние образы' },
    { level: 'info', message: 'Журналы стираются раз в день' },
    { level: 'success', message: 'Места хватает' },
  ],
  complete: true,
  at: '2026-11-22T09:00:00Z',
};

browserTest(
  'the statistics have their four sections, the disk its cards of five, recommendations by level and how old it is, and each failure its words',
  async (t, { page }) => {
    const { pages } = await open(t, page);
    const tabs = page.getByRole('tab');
    await tabs.first().waitFor();
    t.deepEqual(await tabs.allInnerTexts(), ['Тесты', 'Статистика', 'Дисковое пространство', 'Безопасность']);
    pages.answers['GET /test/stats'] = [500, { success: false, error: 'Хост не отвечает' }];
    pages.answers['GET /test/disk-usage'] = [500, { success: false, error: 'Диск не читается' }];
    await page.getByRole('button', { name: 'Получить статистику' }).click();
    await page.getByText('Ошибка при загрузке статистики. Хост не отвечает').waitFor();
    await page.getByRole('button', { name: 'Анализ диска' }).click();
    await page.getByText('Ошибка при анализе диска. Диск не читается').waitFor();

    pages.answers['GET /test/stats'] = [200, { success: true, stats }];
    pages.answers['GET /test/disk-usage'] = [200, { success: true, disk }];
    await page.getByRole('button', { name: 'Получить статистику' }).click();
    const facts = async (name: string) =>
      (await page.getByRole('region', { name }).locator('dd').allInnerTexts()).map((text) => text.replace(/\s/g, ' '));
    await page.getByRole('region', { name: 'Платформа' }).waitFor();
    t.deepEqual(await facts('Платформа'), ['120', '110', '80', '79', '70', '12 345 ₽']);
    t.deepEqual(await facts('Каталог'), ['1 001', '801', '34', '56']);
    t.deepEqual(await facts('Docker'), ['9', '8', '3', '2', '7']);
    t.deepEqual(await facts('База данных'), ['Подключена', '1,2 ГБ', '4 из 20']);
    t.deepEqual(await seriousViolations(page), []);

    await tabs.nth(1).press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Анализ диска' }).click();
    await page.getByText('12,4 ГБ').waitFor();
    await page.getByText(/^Посчитано .* мин назад/).waitFor();
    for (const [name, count] of [
      ['Образы контейнеров', 5],
      ['Исходный код', 5],
      ['Тома тенантов', 5],
      ['Таблицы базы данных', 5],
      ['Журналы', 2],
      ['Загрузки', 0],
    ] as const)
      t.is(await page.getByRole('region', { name }).getByRole('listitem').count(), count, name);
    t.deepEqual(await page.getByRole('list', { name: 'Рекомендации' }).getByRole('listitem').allInnerTexts(), [
      'Внимание Удалите лишние образы',
      'Сведения Журналы стираются раз в день',
      'Хорошо Места хватает',
    ]);
    t.deepEqual(await seriousViolations(page), []);
  },
  desktop,
);
