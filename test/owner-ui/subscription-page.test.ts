import type { Locator, Page } from 'playwright-core';
import type { Subscription } from '../../api/contract/billing.endpoints.ts';
import { subscriptionOf } from '../support/billing/billing-answers.ts';
import { browserTest } from '../support/browser/browser.ts';
import { creepTo, seeOff, stopClock } from '../support/browser/page-clock.ts';
import { toast } from '../support/browser/toasts.ts';
import { notOurs } from '../support/http/answers.ts';
import { pages, setUpOwnerPages } from '../support/owner-pages/pages.ts';
import {
  button,
  calculation,
  fact,
  open,
  plain,
  says,
  subscriptionAnswer,
} from '../support/owner-pages/subscription.ts';
import { until } from '../support/run/until.ts';

setUpOwnerPages();

browserTest(
  'a paid plan tells its state, period, dates, days and renewal, and warns of its end',
  async (t, { page }) => {
    const { answers } = await open(page);
    await says(page, 'Активна');
    for (const [name, value] of [
      ['Период оплаты', 'Помесячно'],
      ['Начало', '21 ноября 2026'],
      ['Окончание', '21 декабря 2026'],
      ['Осталось', '30 дней'],
      ['Автопродление', 'Включено'],
      ['Заведений', 'до 1'],
      ['Пользователей в каждом', 'до 5'],
    ] as const)
      t.is(plain(await fact(page, name).locator('dd').innerText()), value);
    const background = () => fact(page, 'Осталось').evaluate((box) => getComputedStyle(box).backgroundColor);
    const usual = await background();
    answers['GET /billing/subscription'] = subscriptionAnswer({
      is_expiring_soon: true,
      days_remaining: 3,
      auto_renew: false,
    });
    await page.reload();
    await page.getByText('3 дня', { exact: true }).waitFor();
    t.not(await background(), usual);
  },
);

browserTest('the free plan has no end and nothing to cancel', async (t, { page }) => {
  const free = { is_free_plan: true, current_period_end: null, days_remaining: null, auto_renew: false };
  await open(page, { ...free, next_charge: null });
  await page.getByText('Без ограничения по времени').waitFor();
  for (const name of ['Окончание', 'Осталось']) t.is(await fact(page, name).count(), 0, name);
  t.is(await button(page, 'Отменить подписку').count(), 0);
});

browserTest('cancelling is offered to who has an active, paid plan that renews itself', async (t, { page }) => {
  const { answers } = await open(page);
  const cases: [Partial<Subscription>, string, number][] = [
    [{}, 'Активна', 1],
    [{ auto_renew: false }, 'Активна', 0],
    [{ is_free_plan: true }, 'Активна', 0],
    [{ status: 'past_due' }, 'Просрочена', 0],
    [{ status: 'canceled' }, 'Отменена', 0],
    [{ status: 'expired' }, 'Истекла', 0],
    [{ status: 'paused' as Subscription['status'] }, 'paused', 0],
  ];
  for (const [more, label, offered] of cases) {
    const answer = subscriptionAnswer(more);
    if (label === 'paused') notOurs(answer[1]);
    answers['GET /billing/subscription'] = answer;
    await page.reload();
    await says(page, label);
    t.is(await button(page, 'Отменить подписку').count(), offered, JSON.stringify(more));
  }
});

browserTest('a change put off is told with its plan, period and day, and can be taken back', async (t, { page }) => {
  const { of } = await open(page, {
    deferred_plan_id: 3,
    deferred_plan_name: 'professional',
    deferred_plan_display_name: 'Профессиональный',
    deferred_billing_period: 'yearly',
  });
  await page.getByText('Запланирована смена тарифа').waitFor();
  const banner = page.getByText(/тариф сменится на/);
  t.regex(plain(await banner.innerText()), /^21 декабря 2026 тариф сменится на «Профессиональный» \(за год\)/);
  await button(page, 'Остаться на текущем тарифе').click();
  await toast(page, 'Не удалось отменить запланированное изменение');
  t.is(of('POST /billing/cancel-scheduled-downgrade').length, 1);
});

browserTest(
  'where the charge of a change put off has failed, that plan is what is paid, and nothing is told of days gone by',
  async (t, { page }) => {
    const { of } = await open(page, {
      status: 'past_due',
      plan_id: 3,
      plan: { ...subscriptionOf().plan, display_name: 'Профессиональный', max_instances: 3 },
      days_remaining: 0,
      hours_remaining: 0,
      past_due_until: '2026-12-24T09:00:00.000Z',
      deferred_plan_id: 2,
      deferred_plan_name: 'starter',
      deferred_plan_display_name: 'Стартовый',
      deferred_billing_period: 'monthly',
      deferred_max_instances: 1,
    });
    await says(
      page,
      'Тариф сменится на «Стартовый» (помесячно), когда пройдёт оплата. До этого работает «Профессиональный».',
    );
    t.is(await fact(page, 'Осталось').count(), 0);
    await page.getByRole('button', { name: /^Оплатить/ }).click();
    await until(() => of('POST /billing/create-payment').length === 1, 'the payment is ordered');
    t.like(of('POST /billing/create-payment')[0]?.body, { planId: 2, billingPeriod: 'monthly' });
  },
);

browserTest('the choice of a plan begins with the present period and reckons what is due', async (t, { page }) => {
  const { answers, of } = await open(page, { billing_period: 'yearly' });
  const asked: string[] = [];
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  answers['GET /billing/calculate-upgrade'] = async (route) => {
    asked.push(new URL(route.request().url()).search);
    await held;
    return [200, { success: true, calculation }];
  };
  await button(page, 'Изменить тариф').click();
  const dialog = page.getByRole('dialog');
  t.true(await dialog.getByRole('radio', { name: 'Год', exact: true }).isChecked());
  t.true(await button(dialog, 'Оплатить').isDisabled(), 'no plan is chosen');
  const row = dialog.locator('label').filter({ hasText: 'Профессиональный' });
  t.regex(plain(await row.innerText()), /Заведений: 3, пользователей в каждом: 20/);
  await dialog.getByRole('radio', { name: /Профессиональный/ }).check();
  t.true(await button(dialog, 'Оплатить').isDisabled(), 'it is being reckoned');
  go();
  await dialog.getByText('К оплате').waitFor();
  t.deepEqual(asked, ['?newPlanId=3&billingPeriod=yearly']);
  const sums = plain(await dialog.locator('dl').innerText());
  for (const words of ['1 990 ₽', '21 день', '−670,64 ₽', '1 319,36 ₽']) t.true(sums.includes(words), sums);

  const changed = Promise.withResolvers<[number, object]>();
  answers['POST /billing/change-plan'] = () => changed.promise;
  await button(dialog, 'Оплатить').click();
  await dialog.locator('button[data-loading]').waitFor();
  t.true(await dialog.locator('button[data-loading]').isDisabled(), 'a request runs');
  changed.resolve([
    200,
    { success: true, upgrade_type: 'upgrade', message: '', redirect_url: `${pages.url}/faq?bank` },
  ]);
  await page.waitForURL('**/faq?bank');
  t.like(of('POST /billing/change-plan')[0]?.body, { newPlanId: 3, billingPeriod: 'yearly' });
});

browserTest(
  'without a period the choice is by the month; what cannot be reckoned is not spoken of',
  async (t, { page }) => {
    const { answers } = await open(page);
    answers['GET /billing/subscription'] = [200, notOurs(subscriptionAnswer({ billing_period: null as never })[1])];
    await page.reload();
    answers['GET /billing/calculate-upgrade'] = [500];
    await button(page, 'Изменить тариф').click();
    const dialog = page.getByRole('dialog');
    t.true(await dialog.getByRole('radio', { name: 'Месяц', exact: true }).isChecked());
    const failed = page.waitForResponse('**/calculate-upgrade*');
    await dialog.getByRole('radio', { name: /Профессиональный/ }).check();
    await failed;
    await dialog.getByRole('button', { name: 'Оплатить', disabled: false }).waitFor();
    t.is(await page.getByRole('alert').count(), 0);
    t.is(await dialog.locator('dl').count(), 0);
  },
);

const deferred = { deferred_plan_id: 3, deferred_plan_display_name: 'Профессиональный' };
const CHANGED = 'POST /billing/change-plan';
const CANCELLED = 'POST /billing/cancel-subscription';
const STAYED = 'POST /billing/cancel-scheduled-downgrade';
const refusals: [call: string, own: string, broken: string][] = [
  [CHANGED, 'Не удалось изменить план', 'Ошибка при обновлении плана'],
  [CANCELLED, 'Не удалось отменить подписку', 'Ошибка при отмене подписки'],
  [STAYED, 'Не удалось отменить запланированное изменение', 'Ошибка при отмене запланированного изменения'],
];
for (const [call, own, broken] of refusals)
  browserTest(`a refusal has the server’s words, else the page’s own: ${own}`, async (t, { page }) => {
    const { answers, of } = await open(page, call === STAYED ? deferred : {});
    const dialog = page.getByRole('dialog');
    if (call === CHANGED) await button(page, 'Изменить тариф').click();
    if (call === CHANGED) await dialog.getByRole('radio', { name: /Профессиональный/ }).check();
    if (call === CANCELLED) await button(page, 'Отменить подписку').click();
    const press = {
      [CHANGED]: button(dialog, 'Оплатить'),
      [CANCELLED]: button(dialog, 'Отменить подписку'),
      [STAYED]: button(page, 'Остаться на текущем тарифе'),
    }[call] as Locator;
    for (const [answer, text] of [
      [[409, { success: false, error: 'Слова сервера' }], 'Слова сервера'],
      [[409, { success: false }], own],
      [[0], broken],
    ] as [[number, object?], string][]) {
      answers[call] = answer;
      await press.click();
      await toast(page, text);
    }
    t.is(of(call).length, 3);
  });

browserTest('what cannot be loaded is said', async (t, { page }) => {
  const { answers } = await open(page);
  answers['GET /billing/subscription'] = [400];
  await page.reload();
  await says(page, 'Не удалось загрузить данные подписки');
  t.is(await page.getByRole('heading', { level: 2, name: 'Стартовый' }).count(), 0);
});

/** Shows a toast by choosing the present plan; resolves when it is shown, under a stopped clock. */
async function choose(
  page: Page,
  answers: Record<string, unknown>,
  upgrade_type: string,
  text: string,
): Promise<Locator> {
  answers[CHANGED] = [200, { success: true, upgrade_type, message: text }];
  await page.getByRole('dialog').locator('button').last().press('Enter');
  const shown = page.locator('[data-rht-toaster]').getByText(text);
  await creepTo(page, shown);
  return shown;
}

for (const [kind, text, stays] of [
  ['cancel_cancellation', 'Отмена подписки отменена. Автопродление включено.', 3000],
  ['already_subscribed', 'Этот тариф уже действует', 4000],
] as const)
  browserTest(`in the rooms a toast about ${kind} stays ${stays} ms`, async (t, { page }) => {
    await page.clock.install();
    const { answers } = await open(page);
    await button(page, 'Изменить тариф').click();
    await page.getByRole('radio', { name: /Профессиональный/ }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Оплатить', disabled: false }).waitFor();
    await stopClock(page);
    const shown = await choose(page, answers, kind, text);
    await page.clock.runFor(stays - 500);
    t.is(await shown.count(), 1);
    await page.clock.runFor(500);
    await seeOff(page, shown);
  });
