import type { Page } from 'playwright-core';
import type { PlatformStatus } from '../../api/contract/status.endpoints.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, type Visit } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { card, create, ending, fact, openDashboard, press, venue } from '../support/owner-pages/dashboard.ts';
import { anna, says, setUpOwnerPages } from '../support/owner-pages/pages.ts';
import { until } from '../support/run/until.ts';

setUpOwnerPages();

browserTest(
  'the cards count the venues and name the plan, Starter where there is none',
  async (t, { page, another }) => {
    const tenants = [venue('one'), venue('two', { status: 'suspended' }), venue('three', { status: 'creating' })];
    await openDashboard(page, { tenants, subscription: null });
    await card(page, 'three').waitFor();
    t.deepEqual([await fact(page, 'Заведений'), await fact(page, 'Активных')], ['3', '1']);
    t.is(await fact(page, 'Тариф'), 'Starter');
    const paying = await another();
    await openDashboard(paying, { subscription: ending(20, { is_expiring_soon: false }) });
    await paying.getByText('Стартовый', { exact: true }).waitFor();
  },
);

browserTest('after a downgrade the owner chooses which venues run, as many as the plan allows', async (t, { page }) => {
  const asleep = { status: 'suspended', suspended_by: 'billing' } as const;
  const subscription = ending(20, { is_expiring_soon: false });
  const tenants = [venue('two', { ...asleep, keep_rank: 2 }), venue('one', { keep_rank: 1 })];
  const { answers, of } = await openDashboard(page, { tenants, subscription });
  answers['PUT /provision/kept-tenants'] = [200, { success: true }];
  await card(page, '@two_bot').or(card(page, 'two')).getByRole('button', { name: 'выбрать, что работает' }).click();
  const dialog = page.getByRole('dialog', { name: 'Какое заведение работает?' });
  t.true(await dialog.getByRole('radio', { name: 'one' }).isChecked());
  await dialog.getByRole('radio', { name: 'two' }).check();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await toast(page, 'Сохранено');
  await dialog.waitFor({ state: 'detached' });
  t.deepEqual(of('PUT /provision/kept-tenants')[0]?.body, { tenantIds: ['t-two'] });
});

browserTest('before a scheduled downgrade the owner chooses which venues stay', async (t, { page }) => {
  const subscription = ending(20, {
    is_expiring_soon: false,
    plan: {
      name: 'professional',
      display_name: 'Профессиональный',
      features: [],
      max_instances: 3,
      max_users_per_instance: 20,
    },
    deferred_plan_display_name: 'Стартовый',
    deferred_max_instances: 1,
  });
  const tenants = [venue('two', { keep_rank: 2 }), venue('one', { keep_rank: 1 })];
  const { answers, of } = await openDashboard(page, { tenants, subscription });
  const notice = page.getByRole('note').filter({ hasText: 'На тарифе «Стартовый» — 1 заведение' });
  await notice.getByText('Продолжит работать «one». Приостановится «two», данные сохраним.').waitFor();
  await notice.getByRole('button', { name: 'Выбрать, что останется' }).click();
  const dialog = page.getByRole('dialog', { name: 'Какое заведение останется?' });
  t.true(await dialog.getByRole('radio', { name: 'one' }).isChecked());
  t.deepEqual(await seriousViolations(page), []);
  await dialog.getByRole('radio', { name: 'two' }).check();
  answers['PUT /provision/kept-tenants'] = [200, { success: true }];
  const chosen = [venue('two', { keep_rank: 1 }), venue('one', { keep_rank: 2 })];
  answers['GET /provision/my-tenants'] = [200, { success: true, tenants: chosen }];
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await notice.getByText('Продолжит работать «two». Приостановится «one», данные сохраним.').waitFor();
  t.deepEqual(of('PUT /provision/kept-tenants')[0]?.body, { tenantIds: ['t-two'] });
});

browserTest(
  'a toast never lies over what was just pressed, and a tablet held upright has no phone bar',
  async (t, { another }) => {
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [360, 740],
    ] as const) {
      const page = await another({ viewport: { width, height } });
      const { answers } = await openDashboard(page);
      answers['POST /provision/tenant/t-bar/restart'] = [200, { success: true }];
      const button = page.getByRole('button', { name: 'Создать заведение' });
      for (const pressed of [button, page.getByRole('button', { name: 'Перезапустить' })]) {
        await pressed.click();
        const shown = page.locator('[data-rht-toaster] :is([role=status], [role=alert])').last();
        await shown.waitFor();
        const [one, other] = [await shown.boundingBox(), await pressed.boundingBox()];
        const overlaps =
          one &&
          other &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height &&
          one.x < other.x + other.width &&
          other.x < one.x + one.width;
        t.falsy(overlaps, `${width}: ${JSON.stringify([one, other])}`);
      }
      const bar = await page.getByRole('navigation', { name: 'Разделы' }).boundingBox();
      t.is((bar?.y ?? 0) > height / 2, width < 768, `${width}`);
      t.true(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width}`);
    }
  },
);

browserTest('a new venue is asked for first, and refused by the plan’s limit', async (t, { page }) => {
  const { answers, of } = await openDashboard(page);
  await create(page).press('Enter');
  await toast(page, 'Не удалось проверить возможность создания заведения');
  answers['GET /provision/can-create'] = [200, { success: true, canCreate: false, current: 2, limit: 2 }];
  await create(page).press('Enter');
  await toast(page, 'Достигнут лимит заведений: 2/2. Обновите подписку для создания новых заведений.');
  t.regex(page.url(), /\/dashboard$/);
  answers['GET /provision/can-create'] = [200, { success: true, canCreate: true, current: 1, limit: 2 }];
  await create(page).press('Enter');
  await page.waitForURL('**/wizard');
  t.is(of('GET /provision/can-create').length, 3);
});

browserTest('the limit of venues leads on to the subscription, as long as there are so many', async (t, { page }) => {
  const { answers } = await openDashboard(page, { tenants: [venue('bar'), venue('cafe')] });
  answers['GET /provision/can-create'] = [200, { success: true, canCreate: false, current: 2, limit: 2 }];
  await create(page).press('Enter');
  const onward = page.getByRole('link', { name: 'Сменить тариф' });
  t.is(await onward.getAttribute('href'), '/subscription');
  await page.getByText('Сейчас можно 2 заведения.').waitFor();

  answers['DELETE /provision/tenant/t-bar'] = [200, { success: true }];
  answers['GET /provision/my-tenants'] = [200, { success: true, tenants: [venue('cafe')] }];
  await card(page, 'bar').getByRole('button', { name: 'Удалить' }).click();
  await press(page, 'Да, удалить');
  await onward.waitFor({ state: 'detached' });
});

for (const status of ['expired', 'past_due'] as const)
  browserTest(`a subscription that is ${status} disables the buttons that create`, async (t, { page, another }) => {
    const subscription = ending(0, { status });
    await openDashboard(page, { subscription });
    await page.getByRole('link', { name: 'Оплатить' }).waitFor();
    t.true(await create(page).isDisabled());
    const without = await another();
    await openDashboard(without, { subscription, tenants: [] });
    await without.getByText('Пока нет ни одного заведения').waitFor();
    t.true(await create(without).isDisabled());
  });

browserTest('the sections and the way out are there for all, the admin panel for administrators', async (t, visit) => {
  const linksOf = async (page: Page): Promise<(string | null)[]> =>
    page
      .getByRole('navigation', { name: 'Разделы' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const { page, another } = visit;
  await openDashboard(page);
  t.deepEqual(await linksOf(page), ['/dashboard', '/subscription', '/profile']);
  const administrator = await another();
  await openDashboard(administrator, { person: { role: 'admin' } });
  await administrator.getByRole('link', { name: 'Админ-панель' }).waitFor();
  t.deepEqual(await linksOf(administrator), ['/dashboard', '/subscription', '/profile', '/admin']);
  await press(page, 'Выйти');
  await page.waitForURL('**/login');
});

browserTest('whoever has not confirmed the address is asked to, and may have the letter again', async (t, { page }) => {
  const { answers, of } = await openDashboard(page, { person: { email_verified: false } });
  await says(page, 'Подтвердите email');
  await press(page, 'Отправить ещё раз');
  await toast(page, 'Ошибка отправки');
  answers['POST /auth/resend-verification'] = [200, { success: true, message: 'Отправлено' }];
  await press(page, 'Отправить ещё раз');
  await toast(page, 'Ссылка для подтверждения отправлена на ваш email');
  t.deepEqual(of('POST /auth/resend-verification').at(-1)?.body, { email: anna.email });
});

browserTest(
  'while letters are late, whoever waits for one reads so, and no longer when they go',
  async (t, { page }) => {
    const at = new Date().toISOString();
    const letters = (state: 'works' | 'degraded'): PlatformStatus & { success: true } => ({
      success: true,
      state,
      components: [{ component: 'letters', state, since: state === 'works' ? null : at }],
      incidents: [],
      at,
    });
    const { answers } = await openDashboard(page, { person: { email_verified: false } });
    answers['GET /public/status'] = [200, letters('degraded')];
    await page.reload();
    await says(page, 'Письма сейчас задерживаются. Ваше уже в очереди и придёт само: просить о нём снова не нужно.');
    answers['GET /public/status'] = [200, letters('works')];
    await page.reload();
    await says(page, 'Подтвердите email');
    t.is(await page.getByText(/задерживаются/).count(), 0);
  },
);

const warning = (page: Page) => page.getByText(/До конца подписки/);

browserTest('the warning says how much is left, the louder the nearer', async (t, { another }: Visit) => {
  const colours: string[] = [];
  for (const [days, words] of [
    [7, 'До конца подписки 7 дней'],
    [3, 'До конца подписки 3 дня'],
    [1, 'До конца подписки 1 день. После этого все заведения будут приостановлены.'],
  ] as const) {
    const page = await another();
    await openDashboard(page, { subscription: ending(days) });
    await page.getByText(words).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    colours.push(
      await warning(page).evaluate((text) => getComputedStyle(text.closest('[role]') ?? text).backgroundColor),
    );
  }
  t.is(new Set(colours).size, 3, 'each level looks different');
  for (const subscription of [ending(8), ending(2, { is_free_plan: true }), ending(2, { is_expiring_soon: false })]) {
    const page = await another();
    await openDashboard(page, { subscription });
    await page.getByText('Стартовый', { exact: true }).waitFor();
    t.is(await warning(page).count(), 0);
  }
});

browserTest('a warning sent away stays away for the day, in this session', async (t, { page }) => {
  await page.clock.install({ time: new Date('2026-11-21T10:00:00+03:00') });
  await openDashboard(page, { subscription: ending(5) });
  await page.getByRole('button', { name: 'Закрыть' }).click();
  await warning(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Стартовый', { exact: true }).waitFor();
  t.is(await warning(page).count(), 0);
  const anotherSession = await page.context().newPage();
  await anotherSession.goto(page.url());
  await warning(anotherSession).waitFor();
  await page.clock.setSystemTime(new Date('2026-11-22T00:01:00+03:00'));
  await page.reload();
  await warning(page).waitFor();
});

browserTest('here a success stays three seconds', async (t, { page }) => {
  await page.clock.install();
  const { answers } = await openDashboard(page);
  answers['POST /provision/tenant/t-bar/restart'] = [200, { success: true }];
  const button = page.getByRole('button', { name: 'Перезапустить' });
  await button.waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await button.press('Enter');
  const success = page.getByRole('status').filter({ hasText: 'Заведение перезапущено' });
  await until(async () => {
    await page.clock.runFor(1);
    return (await success.count()) > 0;
  }, 'it is there');
  await page.clock.runFor(2_500);
  t.is(await success.count(), 1);
  await page.clock.runFor(500);
  await page.clock.runFor(1_000);
  await success.waitFor({ state: 'detached' });
});
