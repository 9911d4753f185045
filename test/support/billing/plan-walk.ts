import { creditOf } from '@ostatok/api/contract/pricing.ts';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { toast } from '../browser/toasts.ts';
import type { TestOwner } from '../platform/platform.ts';
import { until } from '../run/until.ts';
import {
  age,
  approve,
  button,
  isSound,
  PROFESSIONAL,
  pick,
  plain,
  platform,
  press,
  roubles,
  STARTER,
} from './owner-walk.ts';

export async function buyStarter(t: ExecutionContext, page: Page): Promise<void> {
  await press(page, button(page, 'Продолжить'));
  await toast(page, 'Выберите тариф');
  await isSound(t, page, '/plans');
  await pick(page, page.getByRole('group', { name: 'Тариф' }), /Стартовый/);
  await press(page, button(page, 'Продолжить'));
  await page.waitForURL('**/subscription/payment/*');
  await button(page, 'Оплатить').waitFor();
  await isSound(t, page, 'the payment page');
  await press(page, button(page, 'Оплатить'));
  await approve(page, STARTER);
  await page.getByRole('heading', { name: 'Стартовый' }).waitFor();
  await page.getByText('Активна').waitFor();
  await isSound(t, page, 'the subscription page');
}

export async function upgrade(t: ExecutionContext, page: Page, owner: TestOwner): Promise<void> {
  const period = await age(owner, 10);
  const { daysRemaining, credit } = creditOf({ price: STARTER, ...period }, new Date());
  await page.reload();
  await press(page, button(page, 'Изменить тариф'));
  const dialog = page.getByRole('dialog');
  t.true(await button(dialog, 'Оплатить').isDisabled(), 'nothing is chosen yet');
  await pick(page, dialog.getByRole('group', { name: 'Тариф' }), /Профессиональный/);
  await dialog.getByText('К оплате').waitFor();
  const terms = plain(await dialog.locator('dl').textContent());
  t.true(terms.includes(`${daysRemaining} `) && terms.includes(`−${roubles(credit)}`), terms);
  t.true(terms.endsWith(`К оплате${roubles(PROFESSIONAL - credit)}`), terms);
  await isSound(t, page, 'the choice of a plan');
  await press(page, button(dialog, 'Оплатить'));
  await approve(page, PROFESSIONAL - credit);
  await page.getByRole('heading', { name: 'Профессиональный' }).waitFor();
  const paid = page.getByRole('row').filter({ hasText: 'Профессиональный' });
  t.true(plain(await paid.textContent()).includes(roubles(PROFESSIONAL - credit)));
}

export async function downgradeAndStay(t: ExecutionContext, page: Page): Promise<void> {
  await press(page, button(page, 'Изменить тариф'));
  const dialog = page.getByRole('dialog');
  await pick(page, dialog.getByRole('group', { name: 'Тариф' }), /Стартовый/);
  await dialog.getByText('Сейчас платить не нужно', { exact: false }).waitFor();
  await dialog.getByText(/На нём работает до 1 заведения\. Если их больше/).waitFor();
  await press(page, button(dialog, 'Запланировать переход'));
  await page.getByText('Запланирована смена тарифа').waitFor();
  await isSound(t, page, 'the scheduled change');
  await press(page, button(page, 'Остаться на текущем тарифе'));
  await toast(page, 'Запланированное изменение отменено. Автопродление текущего плана включено.');
  await page.getByText('Запланирована смена тарифа').waitFor({ state: 'detached' });
  await page.locator('h1:focus').waitFor();
}

export async function cancelAndResume(t: ExecutionContext, page: Page): Promise<void> {
  await press(page, button(page, 'Отменить подписку'));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Больше ничего не спишем', { exact: false }).waitFor();
  await isSound(t, page, 'the cancellation');
  await press(page, button(dialog, 'Отменить подписку'));
  await toast(page, 'Подписка отменена. Автопродление остановлено.');
  await page.getByText('Отменена', { exact: true }).waitFor();
  t.is(await button(page, 'Отменить подписку').count(), 0);
  await press(page, button(page, 'Возобновить подписку'));
  await toast(page, 'Отмена подписки отменена. Автопродление включено.');
  await page.getByText('Активна').waitFor();
}

/** Pays for the starter plan through the platform's API. */
export async function payFor(owner: TestOwner, card?: 'declined_later'): Promise<void> {
  const plan = await platform.db('plans').where({ name: 'starter' }).first('id');
  const made = await owner.call('POST', '/api/billing/create-payment', { planId: plan.id, billingPeriod: 'monthly' });
  await owner.call('POST', `/sandbox/api/payments/${made.body.paymentId}/approve`, card ? { card } : {});
  const isActive = async () =>
    (await owner.call('GET', '/api/billing/subscription')).body.subscription.plan.name === 'starter';
  await until(isActive, 'the plan is paid');
}

/** Answers a call of this page instead of the platform. */
export async function answer(page: Page, path: string, status: number, body: object): Promise<void> {
  await page.route(`**/api${path}*`, (route) => route.fulfill({ status, json: body }));
}

export async function broken(page: Page, path: string): Promise<void> {
  await page.route(`**/api${path}*`, (route) => route.abort());
}
