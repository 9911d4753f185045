import { browserTest } from '../support/browser/browser.ts';
import { pages, setUpOwnerPages } from '../support/owner-pages/pages.ts';
import { button, open, plain, subscriptionAnswer } from '../support/owner-pages/subscription.ts';

setUpOwnerPages();

const invoice = (more: object) => ({
  id: 'p-1',
  created_at: '2026-11-21T09:05:00.000Z',
  settled_at: '2026-11-21T09:06:00.000Z',
  plan_id: 3,
  plan_name: 'professional',
  plan_display_name: 'Профессиональный',
  billing_period: 'monthly',
  description: 'Тариф «Профессиональный» на месяц',
  is_card_check: false,
  amount: 1990,
  refunded_amount: 0,
  currency: 'RUB',
  status: 'paid',
  reason: null,
  surplus: null,
  payment_url: null,
  can_abandon: false,
  can_retry: false,
  receipt: null,
  ...more,
});

browserTest(
  'the history tells time, reason, what to do and the receipt; an open payment can be given up',
  async (t, { page }) => {
    const { answers, of } = await open(page);
    const receipt = { number: 'p-1', provider_number: 'bank-7', sent_at: null };
    answers['GET /billing/invoices'] = [
      200,
      {
        success: true,
        invoices: [
          invoice({ id: 'open', status: 'pending', payment_url: 'https://pay.example/1', can_abandon: true }),
          invoice({ id: 'over', status: 'canceled', reason: 'Не оплачен вовремя', can_retry: true }),
          invoice({ id: 'paid', receipt }),
          invoice({ id: 'back', surplus: 'returning' }),
        ],
      },
    ];
    const view = {
      id: 'open',
      amount: 1990,
      currency: 'RUB',
      description: 'Тариф',
      reason: null,
      is_ended: false,
      is_card_check: false,
    };
    answers['GET /billing/payment-status/open'] = [
      200,
      { success: true, payment: { ...view, status: 'pending', surplus: null } },
    ];
    await page.goto(`${pages.url}/subscription?payment=open`);
    const row = (nth: number) => page.getByRole('row').nth(nth + 1);
    await row(0).getByText('Ожидает').waitFor();
    t.regex(plain(await row(1).innerText()), /21 ноября 2026, \d\d:05.*Отменён.*Не оплачен вовремя/);
    t.is(
      await row(1).getByRole('link', { name: 'Оплатить ещё раз' }).getAttribute('href'),
      '/subscription/payment/3?period=monthly',
    );
    t.regex(plain(await row(3).innerText()), /1 990 ₽.*возвращаем/);
    await row(2).getByRole('button', { name: 'Квитанция' }).click();
    await page.getByRole('dialog').getByText('bank-7').waitFor();
    await page.keyboard.press('Escape');

    answers['POST /billing/payments/open/abandon'] = [200, { success: true }];
    answers['GET /billing/payment-status/open'] = [
      200,
      {
        success: true,
        payment: { ...view, status: 'succeeded', surplus: 'returning', reason: 'Вы отказались от оплаты' },
      },
    ];
    await row(0).getByRole('button', { name: 'Отказаться' }).click();
    await page.getByText(/^Возвращаем 1\s990/).waitFor();
    t.is(of('POST /billing/payments/open/abandon').length, 1);
    t.is(await page.getByText('Оплата прошла!').count(), 0);

    const superseded = { ...view, status: 'canceled', surplus: null, reason: 'Больше не нужен: тариф уже другой' };
    answers['GET /billing/payment-status/open'] = [200, { success: true, payment: { ...superseded, is_ended: true } }];
    await page.goto(`${pages.url}/subscription?payment=open`);
    await page.getByText('Платёж отменён').waitFor();
    t.is(await page.getByText('Платёж не прошёл').count(), 0, 'nothing has failed');
  },
);

browserTest(
  'a card is removed or replaced after a question, and a press pays nothing by itself',
  async (t, { page }) => {
    const { answers, of } = await open(page);
    answers['DELETE /billing/payment-method'] = [200, { success: true, message: 'Карта удалена' }];
    await button(page, 'Удалить карту').click();
    answers['GET /billing/subscription'] = subscriptionAnswer({ payment_method: null });
    await button(page.getByRole('dialog'), 'Удалить карту').click();
    await page.getByText('Карта не сохранена: продлевать подписку нужно самим.').waitFor();
    t.is(of('DELETE /billing/payment-method').length, 1);
    await button(page, 'Привязать карту').click();
    await page
      .getByRole('dialog')
      .getByText(/спишем 1\s₽ и сразу вернём/)
      .waitFor();
    t.is(of('POST /billing/payment-method').length, 0);
    answers['POST /billing/payment-method'] = [
      201,
      { success: true, paymentId: 'x', paymentUrl: `${pages.url}/terms` },
    ];
    await button(page.getByRole('dialog'), 'Перейти к банку').click();
    await page.waitForURL('**/terms');
  },
);
