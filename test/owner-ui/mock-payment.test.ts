import type { Page, Route } from 'playwright-core';
import { browserTest } from '../support/browser/browser.ts';
import { creepTo, stopClock } from '../support/browser/page-clock.ts';
import { toast } from '../support/browser/toasts.ts';
import { answerCalls, config } from '../support/owner-pages/owner-pages.ts';
import { pages, setUpOwnerPages } from '../support/owner-pages/pages.ts';

setUpOwnerPages();

const payment = {
  id: 'p1',
  amount: 1234.5,
  currency: 'RUB',
  description: 'Тариф «Стартовый» на месяц',
  reason: null,
  is_ended: false,
  is_card_check: false,
  surplus: null,
};
const sandbox = { chat: false, max: false, mail: false, payments: true };

const answerStatus = (page: Page, status: string) =>
  answerCalls(page, {
    'GET /public/config': [200, { ...config, providers: [], sandbox }],
    'GET /billing/payment-status/p1': [200, { success: true, payment: { ...payment, status } }],
  });

/** A guest on the page of payment p1; the bank's answers are `bank`. */
async function openPayment(page: Page, status: string, bank: (route: Route) => Promise<void>): Promise<void> {
  await answerStatus(page, status);
  await page.route('**/sandbox/api/payments/p1/*', bank);
  await page.clock.install();
  await page.goto(`${pages.url}/mock-payment/p1`);
  await page.getByText('RUB', { exact: true }).waitFor();
}

const answered: [
  what: string,
  status: string,
  button: string,
  thinks: number,
  said: string,
  label: string,
  leaves: number,
][] = [
  ['approved', 'succeeded', 'Оплатить', 2000, 'Платеж успешно обработан!', 'Оплачен', 3000],
  ['cancelled', 'canceled', 'Отменить платеж', 1000, 'Платеж отменен', 'Отменен', 2000],
];
for (const [what, status, button, thinks, said, label, leaves] of answered)
  browserTest(
    `a test payment that is ${what} shows it after ${thinks} ms and leaves ${leaves} ms later`,
    async (t, { page }) => {
      let asked = 0;
      await openPayment(page, 'pending', async (route) => {
        asked += 1;
        await answerStatus(page, status);
        await route.fulfill({ json: { success: true } });
      });
      await page.getByText('1 234,50 ₽').waitFor();
      await page.getByText(payment.description).waitFor();
      await page.getByText('Ожидает оплаты').waitFor();
      await stopClock(page);

      const now = () => page.evaluate(() => Date.now());
      const pressed = await now();
      await page.getByRole('button', { name: button }).press('Enter');
      await page.clock.runFor(thinks - 100);
      t.is(asked, 0);
      await page.clock.runFor(100);
      await creepTo(page, page.getByText(label, { exact: true }));
      t.true((await now()) - pressed < thinks + 100);
      t.true((await page.getByText(said).count()) > 0);
      t.is(asked, 1);
      t.is(await page.getByRole('button', { name: button }).count(), 0);

      await page.clock.runFor(leaves - 200);
      t.regex(page.url(), /mock-payment/);
      await page.clock.runFor(200);
      // a guest is redirected from there
      await page.waitForURL('**/login');
    },
  );

const failures: [button: string, thinks: number, said: string][] = [
  ['Оплатить', 2000, 'Ошибка обработки платежа'],
  ['Отменить платеж', 1000, 'Ошибка отмены платежа'],
];
for (const [button, thinks, said] of failures)
  browserTest(`of a test payment the bank may fail: ${said}`, async (t, { page }) => {
    await openPayment(page, 'pending', (route) => route.fulfill({ status: 500, json: { success: false } }));
    await stopClock(page);
    await page.getByRole('button', { name: button }).press('Enter');
    await page.clock.runFor(thinks);
    await creepTo(page, page.getByText(said));
    await page.clock.runFor(10_000);
    t.regex(page.url(), /mock-payment/);
    t.is(await page.getByRole('button', { name: button }).count(), 1);
  });

browserTest('a test payment that is settled already, or is none, can only be left', async (t, { page }) => {
  await openPayment(page, 'succeeded', (route) => route.abort());
  await page.getByText('Оплачен', { exact: true }).waitFor();
  t.is(await page.getByRole('button', { name: 'Оплатить' }).count(), 0);

  await page.goto(`${pages.url}/mock-payment/none`);
  await toast(page, 'Ошибка загрузки данных платежа');
  await page.getByRole('heading', { name: 'Платеж не найден' }).waitFor();
  t.is(await page.getByRole('link', { name: 'Вернуться к подписке' }).getAttribute('href'), '/subscription');
});
