import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { type AdminPages, adminTables, serveAdminPages, signedIn } from '../support/admin-pages.ts';
import { browserTest, seriousViolations, type VisitOptions } from '../support/browser.ts';
import { until } from '../support/until.ts';

const desktop: VisitOptions = { viewport: { width: 1440, height: 900 } };

async function open(t: ExecutionContext, page: Page, path: string) {
  const tables = adminTables({ users: 4, tenants: 4, subscriptions: 8 });
  const pages = await serveAdminPages(tables.all);
  t.teardown(() => pages.stop());
  await signedIn(page);
  await page.goto(`${pages.url}/admin${path}`);
  return { pages, tables };
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Sorts by each heading in turn, and waits until the server is asked so. */
async function sortsBy(page: Page, pages: AdminPages, call: string, columns: Record<string, string>): Promise<void> {
  for (const [name, field] of Object.entries(columns)) {
    await page.getByRole('columnheader', { name }).getByRole('button').click();
    await until(() => pages.of(call).some(({ query }) => query.sort === `["${field}","ASC"]`), field);
  }
}
const filterField = (page: Page, label: string) =>
  page.locator('.list-filter', { has: page.getByText(label, { exact: true }) }).getByRole('combobox');
/** What the list was asked for last. */
const filterOf = (pages: AdminPages, call: string) => JSON.parse(pages.of(call).at(-1)?.query.filter ?? '{}');

browserTest(
  'venues open in a new tab, and are restarted, suspended and activated where their status allows it',
  async (t, { page }) => {
    const { pages, tables } = await open(t, page, '/tenants');
    await row(page, 'bar-1').waitFor();
    const link = page.getByRole('link', { name: /^bar-1/ });
    t.is(await link.getAttribute('target'), '_blank');
    t.is(await link.getAttribute('href'), 'http://bar-1.localhost:3000/');
    t.deepEqual(JSON.parse(pages.of('GET /admin/tenants')[0]?.query.sort ?? ''), ['created_at', 'DESC']);
    const actions = (name: string) => row(page, name).locator('.list-actions').getByRole('button').allInnerTexts();
    t.deepEqual(await actions('bar-1'), ['Перезапустить', 'Приостановить']);
    t.deepEqual(await actions('bar-3'), ['Активировать']);
    t.deepEqual(await actions('bar-4'), [], 'one that is being made');

    const id = tables.tenants.data[0]?.id;
    pages.answers[`POST /admin/tenants/${id}/restart`] = [200, { success: true }];
    pages.answers[`PUT /admin/tenants/${id}/status`] = ({ body }) => {
      const { status } = body as { status: string };
      Object.assign(tables.tenants.data[0] ?? {}, { status });
      return [200, { success: true, status }];
    };
    await page.getByRole('button', { name: 'Перезапустить: bar-1' }).click();
    await page.getByText('Тенант перезапущен').waitFor();
    await page.getByRole('button', { name: 'Приостановить: bar-1' }).click();
    await page.getByText('Тенант приостановлен').waitFor();
    await page.getByRole('button', { name: 'Активировать: bar-1' }).click();
    await page.getByText('Тенант активирован').waitFor();
    pages.answers[`POST /admin/tenants/${id}/restart`] = [503, { success: false, error: 'Заведение просыпается' }];
    await page.getByRole('button', { name: 'Перезапустить: bar-1' }).click();
    await page.getByText('Не удалось выполнить действие: перезапустить').waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await sortsBy(page, pages, 'GET /admin/tenants', {
      Поддомен: 'subdomain',
      Владелец: 'user_email',
      Статус: 'status',
      Создан: 'created_at',
    });
    await page.getByPlaceholder('Поддомен или email владельца').fill('user-3@');
    await row(page, 'bar-1').waitFor({ state: 'detached' });
    t.deepEqual(filterOf(pages, 'GET /admin/tenants'), { search: 'user-3@' });
  },
  desktop,
);

browserTest(
  'a venue is looked at, its log read, entered with a reason, and deleted after a question',
  async (t, { page }) => {
    const { pages, tables } = await open(t, page, '/tenants');
    const tenant = tables.tenants.data[0] ?? {};
    Object.assign(tenant, {
      owner: { id: 2, email: 'owner@test.example', name: 'Анна', status: 'active' },
      plan: { name: 'starter', display_name: 'Стартовый', status: 'active', period_end: '2026-12-22T00:00:00Z' },
      process: { state: 'running', started_at: '2026-11-21T10:00:00Z', crashes: 2 },
      bot: { username: 'bar_bot', state: 'well' },
      database_bytes: 8_400_000,
      disk_bytes: null,
      stats: { userCount: 3, itemCount: 1200, changeCount: 56_000, lastChangeAt: null },
      last_backup: null,
      last_active_at: '2026-11-22T10:00:00Z',
      suspended_at: null,
      deleted_at: null,
    });
    const path = `/admin/tenants/${tenant.id}`;
    pages.answers[`GET ${path}/logs`] = [200, { success: true, lines: ['первая строка', 'вторая строка'] }];
    pages.answers[`POST ${path}/support-session`] = [
      200,
      { success: true, url: 'http://bar-1.localhost:3000/support?key=1', expires_at: '2026-11-22T11:00:00Z' },
    ];
    pages.answers[`DELETE ${path}`] = [200, { success: true }];
    await row(page, 'bar-1').getByText('Бар № 1').click();
    const details = page.getByRole('complementary');
    await details.getByText('@bar_bot, Работает').waitFor();
    await details.getByText('8 МБ', { exact: true }).waitFor();
    await details.getByText('Журнал заведения').click();
    await details.getByText('вторая строка').waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await details.getByRole('button', { name: 'Войти для поддержки' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Получить ссылку' }).click();
    await dialog.getByText('Укажите причину').waitFor();
    t.is(pages.of(`POST ${path}/support-session`).length, 0);
    await dialog.getByLabel('Причина').fill('Не приходят сообщения бота');
    await dialog.getByRole('button', { name: 'Получить ссылку' }).click();
    const enter = page.getByRole('link', { name: 'Открыть заведение' });
    t.is(await enter.getAttribute('href'), 'http://bar-1.localhost:3000/support?key=1');
    await page.keyboard.press('Escape');

    await details.getByRole('button', { name: 'Удалить' }).click();
    await page
      .getByRole('alertdialog')
      .getByText(/ещё 7 дней/)
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Тенант удалён').waitFor();
    t.is(pages.of(`DELETE ${path}`).length, 1);
  },
  desktop,
);

browserTest(
  'a plan is made by the contract’s rules, its features trimmed and ordered; and it is changed',
  async (t, { page }) => {
    const { pages } = await open(t, page, '/plans');
    await row(page, 'Стартовый').waitFor();
    t.deepEqual(JSON.parse(pages.of('GET /admin/plans')[0]?.query.sort ?? ''), ['sort_order', 'ASC']);
    await page.getByRole('button', { name: 'Создать тариф' }).click();
    const dialog = page.getByRole('dialog', { name: 'Новый тариф' });
    t.is(await dialog.getByLabel('Цена за месяц, ₽').inputValue(), '0');
    t.is(await dialog.getByLabel('Цена за год, ₽').inputValue(), '0');
    await dialog.getByRole('button', { name: 'Создать' }).click();
    await dialog.getByText('Укажите код тарифа латинскими буквами').waitFor();
    await dialog.getByText('Укажите название тарифа').waitFor();
    await dialog.getByLabel('Код латиницей').fill('bistro');
    await dialog.getByLabel('Название').fill('Бистро');
    await dialog.getByLabel('Цена за месяц, ₽').fill('-1');
    await dialog.getByLabel('Скидка, %').fill('101');
    await dialog.getByRole('button', { name: 'Создать' }).click();
    await dialog.getByText('Цена за месяц — не меньше нуля').waitFor();
    await dialog.getByText('Скидка — не больше 100').waitFor();
    await dialog.getByLabel('Цена за месяц, ₽').fill('790,5'.replace(',', '.'));
    await dialog.getByLabel('Цена за год, ₽').fill('');
    await dialog.getByLabel('Скидка, %').fill('10');
    for (const feature of ['  Бот  ', '   ', 'Сканер']) {
      await dialog.getByLabel('Новая возможность').fill(feature);
      await dialog.getByLabel('Новая возможность').press('Enter');
    }
    await dialog.getByRole('button', { name: 'Выше: Сканер' }).click();
    t.deepEqual(await seriousViolations(page), []);
    pages.answers['POST /admin/plans'] = [201, { success: true, plan: {} }];
    await dialog.getByRole('button', { name: 'Создать' }).click();
    await page.getByText('Тариф создан').waitFor();
    t.like(pages.of('POST /admin/plans')[0]?.body, {
      name: 'bistro',
      price_monthly: 790.5,
      price_yearly: null,
      discount_percent: 10,
      max_storage_mb: 100,
      currency: 'RUB',
      is_active: true,
      is_public: true,
      is_featured: false,
      features: [
        { text: 'Сканер', order: 1 },
        { text: 'Бот', order: 2 },
      ],
    });

    pages.answers['PUT /admin/plans/2'] = [409, { success: false, error: 'Такой код уже есть', code: 'plan_exists' }];
    await page.getByRole('button', { name: 'Изменить: Стартовый' }).click();
    const change = page.getByRole('dialog', { name: 'Тариф «Стартовый»' });
    await change.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Ошибка при сохранении').waitFor();
    await page.getByText('Такой код уже есть').waitFor();
    pages.answers['PUT /admin/plans/2'] = [200, { success: true, plan: {} }];
    await change.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Тариф обновлен').waitFor();
  },
  desktop,
);

browserTest(
  'plans are moved, hidden, archived after a question with a note of what goes on, and restored; the free one is not archived',
  async (t, { page }) => {
    const { pages, tables } = await open(t, page, '/plans');
    await row(page, 'Стартовый').waitFor();
    t.is(await page.getByRole('button', { name: 'Видимость на главной: Прежний' }).count(), 0);
    await page.getByRole('button', { name: 'Восстановить: Прежний' }).click();
    await page.getByText('Ошибка при восстановлении').waitFor();
    await page.getByRole('button', { name: 'Выше: Профессиональный' }).click();
    await page.getByText('Ошибка при изменении порядка').waitFor();
    pages.calls.length = 0;
    pages.answers['PUT /admin/plans/reorder'] = [200, { success: true, plans: [] }];
    tables.plans.data.splice(4);
    await page.getByRole('button', { name: 'Выше: Профессиональный' }).click();
    await page.getByText('Порядок тарифов изменен').waitFor();
    const orders = () =>
      pages
        .of('PUT /admin/plans/reorder')
        .map(({ body }) => (body as { plans: { id: number; sort_order: number }[] }).plans);
    t.deepEqual(
      orders()[0]?.map(({ id }) => id),
      [1, 3, 2, 4],
    );
    t.deepEqual(
      orders()[0]?.map(({ sort_order }) => sort_order),
      [1, 2, 3, 4],
    );
    await page.getByRole('button', { name: 'Отменить' }).click();
    await until(() => orders().length === 2, 'it is taken back');
    t.deepEqual(
      orders()[1]?.map(({ id }) => id),
      [1, 2, 3, 4],
    );
    await page.keyboard.press('j');
    await page.keyboard.press('Alt+ArrowDown');
    await until(() => orders().length === 3, 'Alt with an arrow moves too');
    t.deepEqual(
      orders()[2]?.map(({ id }) => id),
      [2, 1, 3, 4],
    );
    await row(page, 'Бесплатный').getByText('1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Переместить: Корпоративный' }).hover();
    await page.mouse.down();
    const second = await row(page, 'Стартовый').boundingBox();
    await page.mouse.move(500, (second?.y ?? 0) + 4, { steps: 4 });
    await page.mouse.up();
    await until(() => orders().length === 4, 'what is carried is let go at its place');
    t.deepEqual(
      orders()[3]?.map(({ id }) => id),
      [1, 4, 2, 3],
    );

    pages.answers['PUT /admin/plans/2/toggle-public'] = [200, { success: true }];
    await page.getByRole('button', { name: 'Видимость на главной: Стартовый' }).click();
    await page.getByText('Видимость тарифа изменена').waitFor();
    pages.answers['PUT /admin/plans/2/toggle-public'] = [500, { success: false }];
    await page.getByRole('button', { name: 'Видимость на главной: Стартовый' }).click();
    await page.getByText('Ошибка при изменении видимости').waitFor();

    t.is(await page.getByRole('button', { name: 'Архивировать: Бесплатный' }).count(), 0);
    await page.getByRole('button', { name: 'Архивировать: Профессиональный' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Архивировать' }).click();
    await page.getByText('Ошибка при архивации').waitFor();
    pages.answers['PUT /admin/plans/2/archive'] = () => {
      Object.assign(tables.plans.data[1] ?? {}, { is_archived: true, is_public: false });
      return [200, { success: true, activeSubscriptions: 14 }];
    };
    await page.getByRole('button', { name: 'Архивировать: Стартовый' }).click();
    const question = page.getByRole('alertdialog', { name: 'Архивировать тариф «Стартовый»?' });
    await question.getByRole('button', { name: 'Отмена' }).click();
    t.is(pages.of('PUT /admin/plans/2/archive').length, 0);
    await page.getByRole('button', { name: 'Архивировать: Стартовый' }).click();
    await question.getByRole('button', { name: 'Архивировать' }).click();
    await page.getByText('14 активных подписок продолжают действовать').waitFor();
    pages.answers['PUT /admin/plans/2/restore'] = [200, { success: true }];
    await page.getByRole('button', { name: 'Восстановить: Стартовый' }).click();
    await page.getByText('Тариф восстановлен').waitFor();

    await sortsBy(page, pages, 'GET /admin/plans', {
      Название: 'display_name',
      'За месяц': 'price_monthly',
      Подписок: 'active_subscriptions',
      Порядок: 'sort_order',
    });
    const filter = filterField(page, 'Тарифы');
    t.deepEqual(await filter.getByRole('option').allInnerTexts(), ['Все', 'Активные', 'В архиве']);
    await filter.selectOption('archived');
    await until(() => filterOf(pages, 'GET /admin/plans').status === 'archived', 'the archive is asked for');
    t.true(filterOf(pages, 'GET /admin/plans').include_archived);
  },
  desktop,
);

browserTest(
  'subscriptions show their plans’ figures and days, and are extended, granted, changed and looked back on',
  async (t, { page }) => {
    const { pages, tables } = await open(t, page, '/subscriptions');
    pages.answers['GET /admin/subscriptions/stats'] = [
      200,
      {
        success: true,
        stats: tables.plans.data.map((plan) => ({
          plan_id: plan.id,
          plan_name: plan.name,
          display_name: plan.display_name,
          active_count: 2,
          user_count: 3,
        })),
      },
    ];
    await page.reload();
    const figures = page.getByRole('list', { name: 'Подписки по тарифам' }).getByRole('listitem');
    await figures.first().waitFor();
    const names = (await figures.allInnerTexts()).map((text) => text.split('\n')[0]);
    t.deepEqual(names, ['Бесплатный', 'Старт', 'Профи', 'Корп', 'Прежний']);
    await page.getByPlaceholder('Поиск по email, имени или компании').waitFor();
    await row(page, 'user-2@').getByText('2 дня', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Продлить: user-2@' }).click();
    const extend = page.getByRole('dialog', { name: 'Продлить подписку' });
    for (const wrong of ['', '0', '-3', '1.5', 'пять']) {
      await extend.getByLabel('Дней').fill(wrong);
      await extend.getByRole('button', { name: 'Продлить' }).click();
      await extend.locator('[aria-invalid="true"]').waitFor();
    }
    t.is(pages.of('POST /admin/subscriptions/2/extend').length, 0, 'nothing was sent');
    await extend.getByLabel('Дней').fill('45');
    pages.answers['POST /admin/subscriptions/2/extend'] = [500, { success: false }];
    await extend.getByRole('button', { name: 'Продлить' }).click();
    await page.getByText('Ошибка продления подписки').waitFor();
    pages.answers['POST /admin/subscriptions/2/extend'] = [200, { success: true }];
    await extend.getByRole('button', { name: 'Продлить' }).click();
    await page.getByText('Подписка продлена на 45 дней').waitFor();
    t.deepEqual(pages.of('POST /admin/subscriptions/2/extend').at(-1)?.body, { days: 45 });

    const offered = async (dialog: string) => {
      await page.getByRole('dialog', { name: dialog }).getByLabel('Тариф').click();
      return (await page.getByRole('option').allInnerTexts()).map((text) => text.split(',')[0]);
    };
    await page.getByRole('button', { name: 'Начислить временный тариф: user-2@' }).click();
    t.deepEqual(await offered('Начислить временный тариф'), ['Бесплатный', 'Профессиональный', 'Корпоративный']);
    const grant = page.getByRole('dialog', { name: 'Начислить временный тариф' });
    await page.keyboard.press('Escape');
    await grant.getByRole('button', { name: 'Начислить' }).click();
    await grant.getByText('Выберите тариф').waitFor();
    t.deepEqual(await offered('Начислить временный тариф'), ['Бесплатный', 'Профессиональный', 'Корпоративный']);
    await page.getByRole('option', { name: 'Профессиональный' }).click();
    await grant.getByLabel('Дней').fill('0');
    await grant.getByRole('button', { name: 'Начислить' }).click();
    await grant.locator('[aria-invalid="true"]').waitFor();
    t.is(pages.of('POST /admin/subscriptions/2/grant-temporary').length, 0, 'nothing was sent');
    await grant.getByRole('button', { name: '7', exact: true }).click();
    await grant.getByRole('button', { name: 'Начислить' }).click();
    await page.getByText('Ошибка начисления временной подписки').waitFor();
    pages.answers['POST /admin/subscriptions/2/grant-temporary'] = [200, { success: true }];
    await grant.getByRole('button', { name: 'Начислить' }).click();
    await page.getByText('Временная подписка начислена на 7 дней').waitFor();
    t.deepEqual(pages.of('POST /admin/subscriptions/2/grant-temporary').at(-1)?.body, { planId: 3, days: 7 });

    await page.getByRole('button', { name: 'Сменить тариф: user-2@' }).click();
    t.deepEqual(await offered('Сменить тариф'), ['Бесплатный', 'Профессиональный', 'Корпоративный']);
    await page.getByRole('option', { name: 'Корпоративный' }).click();
    const change = page.getByRole('dialog', { name: 'Сменить тариф' }).getByRole('button', { name: 'Сменить' });
    await change.click();
    await page.getByText('Ошибка смены тарифа').waitFor();
    pages.answers['POST /admin/users/2/change-plan'] = [200, { success: true }];
    await change.click();
    await page.getByText('Тариф успешно изменен').waitFor();
    t.deepEqual(pages.of('POST /admin/users/2/change-plan').at(-1)?.body, { planId: 4 });

    await page.getByRole('button', { name: 'История: user-2@' }).click();
    await page.getByRole('dialog').getByText('Ошибка загрузки истории').waitFor();
    const entry = {
      id: 'p1',
      plan_display_name: 'Стартовый',
      current_period_start: '2026-10-01T00:00:00Z',
      current_period_end: null,
      status: 'expired',
      kind: 'grant',
      price: 0,
    };
    pages.answers['GET /admin/subscriptions/2/history'] = [200, { success: true, history: [entry] }];
    await page.getByRole('button', { name: 'Повторить' }).click();
    await page.getByRole('cell', { name: 'без срока' }).waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click();
    await filterField(page, 'Тариф').selectOption({ label: 'Стартовый' });
    await filterField(page, 'Статус').selectOption({ label: 'Просрочена' });
    await until(() => filterOf(pages, 'GET /admin/subscriptions/users').status === 'past_due', 'both are asked for');
    t.deepEqual(filterOf(pages, 'GET /admin/subscriptions/users'), { plan_id: '2', status: 'past_due' });
  },
  desktop,
);

const image = (letter: string, repository: string, day: number, in_use = false) => ({
  id: `sha256:${letter.repeat(64)}`,
  repository,
  tag: `1.${day}`,
  size: day * 1_000_000,
  created_at: `2026-11-0${day}T10:00:00Z`,
  in_use,
});

browserTest(
  'images are listed newest first, found, sorted, and one that is not in use is deleted after a question',
  async (t, { page }) => {
    const { pages, tables } = await open(t, page, '/users');
    const images = tables.all.find(({ path }) => path === 'images')?.data ?? [];
    images.push(image('a', 'tenant-runtime', 3), image('b', 'tenant-runtime', 9, true), image('c', 'base', 5));
    await page.goto(`${pages.url}/admin/images`);
    await row(page, 'aaaaaaaaaaaa').waitFor();
    const ids = await page.locator('.list-row code').allInnerTexts();
    t.deepEqual(ids, ['b'.repeat(12), 'c'.repeat(12), 'a'.repeat(12)]);
    t.deepEqual(JSON.parse(pages.of('GET /admin/images')[0]?.query.sort ?? ''), ['created_at', 'DESC']);
    t.true((await row(page, 'cccccccccccc').innerText()).includes('05.11.2026'));
    await sortsBy(page, pages, 'GET /admin/images', { Репозиторий: 'repository', Создан: 'created_at' });
    t.deepEqual(await row(page, 'bbbbbbbbbbbb').locator('.list-actions').getByRole('button').allInnerTexts(), []);

    const path = `DELETE /admin/images/${encodeURIComponent(`sha256:${'a'.repeat(64)}`)}`;
    await page.getByRole('button', { name: 'Удалить: tenant-runtime:1.3' }).click();
    const question = page.getByRole('alertdialog', { name: 'Удалить образ tenant-runtime:1.3?' });
    await question.getByText('Это действие необратимо.').waitFor();
    t.is(pages.of(path).length, 0);
    await question.getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Ошибка выполнения действия').waitFor();
    pages.answers[path] = [200, { success: true }];
    await page.getByRole('button', { name: 'Удалить: tenant-runtime:1.3' }).click();
    await question.getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Образ удалён').waitFor();
    t.is(pages.of(path).length, 2);

    await page.getByPlaceholder('Репозиторий, тег или ID').fill('1.5');
    await row(page, 'aaaaaaaaaaaa').waitFor({ state: 'detached' });
    t.deepEqual(filterOf(pages, 'GET /admin/images'), { search: '1.5' });
    t.deepEqual(await seriousViolations(page), []);
  },
  desktop,
);
