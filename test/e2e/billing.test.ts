import {
  age,
  approve,
  at,
  button,
  isSound,
  open,
  platform,
  STARTER,
  setUpBilling,
  signedIn,
} from '../support/billing/owner-walk.ts';
import {
  answer,
  broken,
  buyStarter,
  cancelAndResume,
  downgradeAndStay,
  payFor,
  upgrade,
} from '../support/billing/plan-walk.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { until } from '../support/run/until.ts';

setUpBilling();

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  browserTest(
    `an owner pays, upgrades to the kopeck, puts a downgrade off and cancels, by the keyboard (${viewport.width} px)`,
    async (t, { page }) => {
      const owner = await signedIn(page, '/plans');
      await buyStarter(t, page);
      await upgrade(t, page, owner);
      await downgradeAndStay(t, page);
      await cancelAndResume(t, page);
    },
    { viewport, reducedMotion: 'reduce' },
  );
}

browserTest(
  'a charge that failed is said with one button that pays, here and on the dashboard',
  async (t, { page }) => {
    const owner = await signedIn(page, '/dashboard');
    await payFor(owner, 'declined_later');
    await age(owner, 31);
    await platform.accounts.billing.runDue();
    await open(page, '/dashboard');
    await page.getByText('Не получилось списать оплату').waitFor();
    t.true(await button(page, 'Создать заведение').isDisabled());
    await isSound(t, page, 'the dashboard of who has not paid');
    await page.getByRole('link', { name: 'Оплатить' }).click();
    await page.getByText('Просрочена').waitFor();
    await isSound(t, page, 'the overdue subscription');
    await button(page, /Оплатить 990/).click();
    await approve(page, STARTER);
    await page.getByText('Активна').waitFor();
  },
);

browserTest('a price that changed meanwhile is not charged but shown', async (t, { page }) => {
  const [plan] = await platform
    .db('plans')
    .insert({ name: 'moving', display_name: 'Подвижный', max_instances: 1, max_users_per_instance: 1, sort_order: 9 })
    .returning('id');
  const priced = (kopecks: number) => platform.db('plans').where({ id: plan.id }).update({ price_monthly: kopecks });
  await priced(50_000);
  await signedIn(page, `/subscription/payment/${plan.id}`);
  await page.getByText('500').first().waitFor();
  await priced(70_000);
  await button(page, 'Оплатить').click();
  await page.getByText(/Цена изменилась: теперь к оплате 700/).waitFor();
  await page.locator('dl').getByText('700').first().waitFor();
  t.regex(page.url(), /subscription\/payment/);
  await button(page, 'Оплатить').click();
  await page.waitForURL('**/mock-payment/*');
  await page.getByText('700').first().waitFor();
  await platform.db('plans').where({ id: plan.id }).update({ is_active: false });
});

browserTest('the bank’s page says what it could not do, and takes a refusal back', async (t, { page }) => {
  const owner = await signedIn(page, '/plans');
  const plan = await platform.db('plans').where({ name: 'starter' }).first('id');
  const made = await owner.call('POST', '/api/billing/create-payment', { planId: plan.id, billingPeriod: 'yearly' });
  const failing = '**/sandbox/api/payments/**';
  await page.route(failing, (route) => route.fulfill({ status: 500, json: { success: false } }));
  await open(page, `/mock-payment/${made.body.paymentId}`);
  await button(page, 'Оплатить').click();
  await toast(page, 'Ошибка обработки платежа');
  await button(page, 'Отменить платеж').click();
  await toast(page, 'Ошибка отмены платежа');
  await isSound(t, page, 'the bank’s page');
  await page.unroute(failing);
  await button(page, 'Отменить платеж').click();
  await toast(page, 'Платеж отменен');
  await page.waitForURL('**/subscription*');
  await page.getByText('Платёж отменён').waitFor();
  await open(page, '/mock-payment/00000000-0000-4000-8000-000000000000');
  await toast(page, 'Ошибка загрузки данных платежа');
  await page.getByRole('heading', { name: 'Платеж не найден' }).waitFor();
  await page.getByRole('link', { name: 'Вернуться к подписке' }).click();
  await page.waitForURL('**/subscription');
});

browserTest('where payment is not connected, the pages say so and lead on', async (t, { page }) => {
  await page.route('**/api/public/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), payments: false } });
  });
  await signedIn(page, '/plans');
  await page.getByText('Стартовый', { exact: true }).click();
  await button(page, 'Продолжить').click();
  await page.getByText('Оплата здесь пока не подключена').waitFor();
  t.is(await button(page, 'Оплатить').count(), 0);
  await open(page, '/subscription');
  await button(page, 'Изменить тариф').click();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /Стартовый/ })
    .check();
  await page.getByText('Оплата здесь пока не подключена', { exact: false }).waitFor();
  t.true(await button(page.getByRole('dialog'), 'Оплатить').isDisabled());
});

browserTest(
  'what cannot be loaded is said, and a plan that is not there leads back to the choice',
  async (t, { page }) => {
    await signedIn(page, '/subscription/payment/999999');
    await toast(page, 'Тариф не найден');
    await page.waitForURL('**/plans');
    await answer(page, '/billing/plans', 404, { success: false });
    await open(page, '/subscription/payment/2');
    await toast(page, 'Ошибка загрузки тарифа');
    await page.waitForURL('**/plans');
    await answer(page, '/public/plans', 404, { success: false });
    await open(page, '/plans');
    await toast(page, 'Ошибка загрузки тарифов');
    await isSound(t, page, 'plans that did not come');
    await answer(page, '/billing/subscription', 404, { success: false });
    await open(page, '/subscription');
    await page.getByText('Не удалось загрузить данные подписки').waitFor();
    await isSound(t, page, 'a subscription that did not come');
    await page.unrouteAll();
    await button(page, 'Повторить').first().click();
    await page.getByRole('heading', { name: 'Бесплатный' }).waitFor();
    await page.getByText('Без ограничения по времени').waitFor();
    await page.getByText('Платежей пока не было', { exact: false }).waitFor();
  },
);

browserTest('each refusal has the server’s words, else the page’s own', async (_t, { page }) => {
  const owner = await signedIn(page, '/plans');
  await payFor(owner);
  const professional = await platform.db('plans').where({ name: 'professional' }).first('id');
  await open(page, `/subscription/payment/${professional.id}?period=yearly`);
  await page.getByText('Экономия 17%').waitFor();
  await answer(page, '/billing/create-payment', 500, { success: false });
  await button(page, 'Оплатить').click();
  await toast(page, 'Ошибка создания платежа');

  await open(page, '/subscription');
  await button(page, 'Отменить подписку').click();
  const dialog = page.getByRole('dialog');
  for (const error of [undefined, 'Сегодня не получится']) {
    await answer(page, '/billing/cancel-subscription', 409, { success: false, error });
    await button(dialog, 'Отменить подписку').click();
    await toast(page, error ?? 'Не удалось отменить подписку');
  }
  await broken(page, '/billing/cancel-subscription');
  await button(dialog, 'Отменить подписку').click();
  await toast(page, 'Ошибка при отмене подписки');
  await button(dialog, 'Оставить подписку').click();

  await button(page, 'Изменить тариф').click();
  await answer(page, '/billing/calculate-upgrade', 500, { success: false });
  await answer(page, '/billing/change-plan', 409, { success: false });
  await dialog.getByRole('radio', { name: /Профессиональный/ }).check();
  await button(dialog, 'Оплатить').click();
  await toast(page, 'Не удалось изменить план');
  await broken(page, '/billing/change-plan');
  await button(dialog, 'Оплатить').click();
  await toast(page, 'Ошибка при обновлении плана');
  await button(dialog, 'Не менять').click();

  await owner.call('POST', '/api/billing/change-plan', { newPlanId: 1, billingPeriod: 'monthly' });
  await page.reload();
  await answer(page, '/billing/cancel-scheduled-downgrade', 409, { success: false });
  await button(page, 'Остаться на текущем тарифе').click();
  await toast(page, 'Не удалось отменить запланированное изменение');
  await broken(page, '/billing/cancel-scheduled-downgrade');
  await button(page, 'Остаться на текущем тарифе').click();
  await toast(page, 'Ошибка при отмене запланированного изменения');
  await page.unrouteAll();
  await button(page, 'Изменить тариф').click();
  await dialog.getByRole('radio', { name: /Стартовый/ }).check();
  await button(dialog, 'Оставить этот тариф').click();
  await toast(page, 'Запланированное изменение отменено. Автопродление текущего плана включено.');
});

browserTest(
  'every answer to a change of plan is told in its words, or leads to where one pays',
  async (t, { page }) => {
    await signedIn(page, '/subscription', 'starter');
    const dialog = page.getByRole('dialog');
    const choose = (plan: RegExp) => dialog.getByRole('radio', { name: plan }).check();
    const answers: [string, string][] = [
      ['free', 'План успешно обновлен'],
      ['cancel_downgrade', 'Запланированное изменение отменено. Автопродление текущего плана включено.'],
      ['cancel_cancellation', 'Отмена подписки отменена. Автопродление включено.'],
      ['already_subscribed', 'Слова сервера: already_subscribed'],
      ['downgrade', 'Слова сервера: downgrade'],
    ];
    for (const [upgrade_type, text] of answers) {
      const body = { success: true, upgrade_type, message: `Слова сервера: ${upgrade_type}` };
      await answer(page, '/billing/change-plan', 200, body);
      await button(page, 'Изменить тариф').click();
      await choose(/Стартовый/);
      await button(dialog, 'Оставить этот тариф').click();
      await toast(page, text);
      await dialog.waitFor({ state: 'detached' });
    }
    const led = { success: true, upgrade_type: 'upgrade', message: '', redirect_url: at('/faq?led') };
    await answer(page, '/billing/change-plan', 200, led);
    await button(page, 'Изменить тариф').click();
    await choose(/Корпоративный/);
    await dialog.getByText('Условия обсудим с вами', { exact: false }).waitFor();
    t.true(await button(dialog, 'Оплатить').isDisabled());
    await choose(/Профессиональный/);
    await button(dialog, 'Оплатить').click();
    await page.waitForURL('**/faq?led');
  },
);

browserTest('invoices come twenty at a time, and each says what became of it', async (t, { page }) => {
  const invoice = (n: number, status: string) => ({
    id: `i${n}`,
    created_at: new Date(Date.UTC(2026, 0, 41 - n)).toISOString(),
    plan_name: 'starter',
    plan_display_name: `Тариф ${n}`,
    billing_period: 'monthly',
    amount: 990,
    refunded_amount: 0,
    currency: 'RUB',
    status,
  });
  const all = Array.from({ length: 40 }, (_, n) => invoice(n, ['paid', 'failed', 'strange'][n % 3] ?? 'paid'));
  const asked: string[] = [];
  await page.route('**/api/billing/invoices*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    asked.push(`${query.get('limit')} from ${query.get('offset')}`);
    const offset = Number(query.get('offset'));
    return route.fulfill({ json: { success: true, invoices: all.slice(offset, offset + 20) } });
  });
  await signedIn(page, '/subscription', 'starter');
  const rows = page.getByRole('row').filter({ hasText: /Тариф \d/ });
  await rows.first().waitFor();
  t.is(await rows.count(), 20);
  const labels = await Promise.all([0, 1, 2].map((n) => rows.nth(n).textContent()));
  t.deepEqual(
    labels.map((text) => /Оплачен|Ошибка|Ожидает/.exec(text ?? '')?.[0]),
    ['Оплачен', 'Ошибка', 'Ожидает'],
  );
  await button(page, 'Старше').click();
  await page.getByText('Тариф 20').waitFor();
  t.is(await rows.count(), 20);
  await until(() => asked.includes('20 from 40'), 'the page after the last is looked for');
  await until(() => button(page, 'Старше').isDisabled(), 'there is nothing older');
  await button(page, 'Новее').click();
  await page.getByText('Тариф 0').waitFor();
  t.deepEqual([...new Set(asked)].toSorted(), ['20 from 0', '20 from 20', '20 from 40']);
});

browserTest('a venue that stands still says why, and what wakes it', async (t, { page }) => {
  const venue = (name: string, suspended_by: string) => ({
    id: name,
    tenant_id: name,
    subdomain: name,
    display_name: name,
    status: 'suspended',
    suspended_by,
    web_url: at('/'),
    bot_username: null,
    created_at: '2026-10-01T00:00:00Z',
    stats: null,
  });
  const tenants = [venue('unpaid', 'billing'), venue('stopped', 'administrator')];
  await answer(page, '/provision/my-tenants', 200, { success: true, tenants });
  await signedIn(page, '/dashboard');
  const stopped = page.getByRole('listitem').filter({ hasText: 'stopped' });
  await stopped.getByText('Приостановлено сервисом', { exact: false }).waitFor();
  await isSound(t, page, 'venues that stand still');
  const unpaid = page.getByRole('listitem').filter({ hasText: 'unpaid' });
  await unpaid.getByText('тариф рассчитан на меньшее число заведений', { exact: false }).waitFor();
  await unpaid.getByRole('link', { name: 'Изменить тариф' }).click();
  await page.waitForURL('**/subscription');
});
