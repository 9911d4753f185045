import { filterField, filterOf, openPanel, row, sortsBy } from '../support/admin-pages/admin-list.ts';
import { FEW } from '../support/admin-pages/admin-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { until } from '../support/run/until.ts';

browserTest(
  'a plan is made by the contract’s rules, its features trimmed and ordered; and it is changed',
  async (t, { page }) => {
    const { pages } = await openPanel(t, page, '/plans', FEW);
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
    await dialog.getByLabel('Цена за месяц, ₽').fill('790,5');
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
    await toast(page, 'Тариф создан');
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
    // the server's words stand below ours
    await toast(page, 'Ошибка при сохраненииТакой код уже есть');
    pages.answers['PUT /admin/plans/2'] = [200, { success: true, plan: {} }];
    await change.getByLabel('Название').fill('Первый');
    await change.getByRole('button', { name: 'Сохранить' }).click();
    await toast(page, 'Тариф обновлен');
    const sent = pages.of('PUT /admin/plans/2').at(-1);
    t.deepEqual(sent?.body, { display_name: 'Первый' }, 'what somebody else changes meanwhile is not undone');
  },
  desktop,
);

browserTest(
  'plans are moved, hidden, archived after a question with a note of what goes on, and restored; the free one is not archived',
  async (t, { page }) => {
    const { pages, tables } = await openPanel(t, page, '/plans', FEW);
    await row(page, 'Стартовый').waitFor();
    t.is(await page.getByRole('button', { name: 'Видимость на главной: Прежний' }).count(), 0);
    await page.getByRole('button', { name: 'Восстановить: Прежний' }).click();
    await toast(page, 'Ошибка при восстановлении');
    await page.getByRole('button', { name: 'Выше: Профессиональный' }).click();
    await toast(page, 'Ошибка при изменении порядка');
    pages.calls.length = 0;
    pages.answers['PUT /admin/plans/reorder'] = [200, { success: true, plans: [] }];
    tables.plans.data.splice(4);
    await page.getByRole('button', { name: 'Выше: Профессиональный' }).click();
    // the button is there for seconds: what was sent is looked at afterwards
    await page.getByRole('button', { name: 'Отменить' }).click();
    await toast(page, 'Порядок тарифов изменен');
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
    await toast(page, 'Видимость тарифа изменена');
    pages.answers['PUT /admin/plans/2/toggle-public'] = [500, { success: false }];
    await page.getByRole('button', { name: 'Видимость на главной: Стартовый' }).click();
    await toast(page, 'Ошибка при изменении видимости');

    t.is(await page.getByRole('button', { name: 'Архивировать: Бесплатный' }).count(), 0);
    await page.getByRole('button', { name: 'Архивировать: Профессиональный' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Архивировать' }).click();
    await toast(page, 'Ошибка при архивации');
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
    await toast(page, '14 активных подписок продолжают действовать');
    pages.answers['PUT /admin/plans/2/restore'] = [200, { success: true }];
    await page.getByRole('button', { name: 'Восстановить: Стартовый' }).click();
    await toast(page, 'Тариф восстановлен');

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
