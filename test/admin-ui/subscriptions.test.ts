import { filterField, filterOf, openPanel, row } from '../support/admin-pages/admin-list.ts';
import { FEW } from '../support/admin-pages/admin-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { until } from '../support/run/until.ts';

const figuresOf = (plan: Record<string, unknown>) => ({
  plan_id: plan.id,
  plan_name: plan.name,
  display_name: plan.display_name,
  active_count: 2,
  user_count: 3,
});

const entry = {
  id: 'p1',
  plan_display_name: 'Стартовый',
  current_period_start: '2026-10-01T00:00:00Z',
  current_period_end: null,
  status: 'expired',
  kind: 'grant',
  price: 0,
};

browserTest(
  'what has failed for one of several is tried again for that one alone',
  async (t, { page }) => {
    const { pages } = await openPanel(t, page, '/subscriptions', FEW);
    for (const id of [2, 3]) {
      await page.getByRole('checkbox', { name: `Выбрать: user-${id}@` }).check();
      pages.answers[`POST /admin/subscriptions/${id}/extend`] = [id === 2 ? 200 : 500, { success: id === 2 }];
    }
    await page.getByRole('region', { name: 'Выбранные строки' }).getByRole('button', { name: 'Продлить' }).click();
    const extend = page.getByRole('dialog', { name: 'Продлить подписку' });
    await extend.getByText('Пользователей: 2').waitFor();
    await extend.getByRole('button', { name: 'Продлить' }).click();
    await extend.getByText('user-3@').waitFor();
    pages.answers['POST /admin/subscriptions/3/extend'] = [200, { success: true }];
    await extend.getByRole('button', { name: 'Продлить' }).click();
    await extend.waitFor({ state: 'detached' });

    t.is(pages.of('POST /admin/subscriptions/2/extend').length, 1);
    t.is(pages.of('POST /admin/subscriptions/3/extend').length, 2);
  },
  desktop,
);

browserTest(
  'an extension whose answer was lost is sent again under its key, also from another dialog, and the next has its own',
  async (t, { page }) => {
    const { pages } = await openPanel(t, page, '/subscriptions', FEW);
    const extend = page.getByRole('dialog', { name: 'Продлить подписку' });
    const call = (id: number) => `POST /admin/subscriptions/${id}/extend`;
    async function press(days: string): Promise<void> {
      await extend.getByLabel('Дней').fill(days);
      await extend.getByRole('button', { name: 'Продлить' }).click();
    }
    const sent = (count: number) => until(() => pages.of(call(3)).length === count, `${count} requests`);
    const bulk = page.getByRole('region', { name: 'Выбранные строки' }).getByRole('button', { name: 'Продлить' });
    for (const id of [2, 3]) {
      await page.getByRole('checkbox', { name: `Выбрать: user-${id}@` }).check();
      pages.answers[call(id)] = [502];
    }

    await bulk.click();
    await press('30');
    await sent(1);
    await press('14');
    await sent(2);
    await extend.getByRole('button', { name: 'Отмена' }).click();
    for (const id of [2, 3]) pages.answers[call(id)] = [200, { success: true }];
    await bulk.click();
    await press('30');
    await extend.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Продлить: user-3@' }).click();
    await press('30');
    await extend.waitFor({ state: 'detached' });

    const keys = [2, 3].map((id) => pages.of(call(id)).map(({ idempotencyKey }) => idempotencyKey));
    const [lost, other, again, next] = keys[1] ?? [];
    t.truthy(lost);
    t.is(again, lost);
    t.is(new Set([lost, other, next, ...(keys[0] ?? [])]).size, 5, 'each person and number of days has a key');
  },
  desktop,
);

browserTest(
  'a repetition says that nothing was done now and when it was, and after ten minutes the same request is another one',
  async (t, { page }) => {
    await page.clock.install();
    const { pages } = await openPanel(t, page, '/subscriptions', FEW);
    const extend = page.getByRole('dialog', { name: 'Продлить подписку' });
    const call = 'POST /admin/subscriptions/3/extend';
    const press = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Продлить: user-3@' }).click();
      await extend.getByLabel('Дней').fill('30');
      await extend.getByRole('button', { name: 'Продлить' }).click();
    };
    async function lose(count: number): Promise<void> {
      pages.answers[call] = [502];
      await press();
      await until(() => pages.of(call).length === count, `${count} requests`);
      await extend.getByRole('button', { name: 'Отмена' }).click();
      await extend.waitFor({ state: 'detached' });
    }

    await lose(1);
    pages.answers[call] = [200, { success: true, done_before: '2026-11-22T12:03:00.000Z' }];
    await press();
    await page.getByText(/^Уже сделано раньше, 22\.11\.2026, \d\d:\d\d\. Второй раз не делали$/).waitFor();
    await lose(3);
    await page.clock.fastForward('11:00');
    pages.answers[call] = [200, { success: true, done_before: null }];
    await press();
    await page.getByText('Подписка продлена на 30 дней').waitFor();

    const [lost, again, other, later] = pages.of(call).map(({ idempotencyKey }) => idempotencyKey);
    t.is(again, lost);
    t.is(new Set([lost, other, later]).size, 3);
  },
  desktop,
);

browserTest(
  'subscriptions show their plans’ figures and days, and are extended, granted, changed and looked back on',
  async (t, { page }) => {
    const { pages, tables } = await openPanel(t, page, '/subscriptions', FEW);
    const stats = tables.plans.data.map(figuresOf);
    pages.answers['GET /admin/subscriptions/stats'] = [200, { success: true, stats }];
    await page.reload();
    const figures = page.getByRole('list', { name: 'Подписки по тарифам' }).getByRole('listitem');
    await figures.first().waitFor();
    const shown = (await figures.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    const names = ['Бесплатный', 'Старт', 'Профи', 'Корп', 'Прежний'];
    t.deepEqual(
      shown,
      names.map((name) => `${name} 2 пользователей: 3`),
    );
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
    pages.answers['GET /admin/subscriptions/2/history'] = [200, { success: true, history: [entry] }];
    await page.getByRole('button', { name: 'Повторить' }).click();
    await page.getByRole('row', { name: 'Стартовый 01.10.2026 без срока Истекла' }).waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click();
    await filterField(page, 'Тариф').selectOption({ label: 'Стартовый' });
    await filterField(page, 'Статус').selectOption({ label: 'Просрочена' });
    await until(() => filterOf(pages, 'GET /admin/subscriptions/users').status === 'past_due', 'both are asked for');
    t.deepEqual(filterOf(pages, 'GET /admin/subscriptions/users'), { plan_id: '2', status: 'past_due' });

    // each figure leads to exactly those that it counts
    const hrefs = await figures
      .getByRole('link', { name: /активных/ })
      .evaluateAll((links) => links.slice(0, 2).map((link) => link.getAttribute('href')));
    t.deepEqual(hrefs, ['/admin/subscriptions?plan_id=1&status=active', '/admin/subscriptions?plan_id=2&paid=true']);
    await figures.getByRole('link', { name: 'Старт, активных' }).click();
    await until(() => filterOf(pages, 'GET /admin/subscriptions/users').paid === 'true', 'those that pay');
    t.is(await filterField(page, 'Оплата').inputValue(), 'true');
  },
  desktop,
);
