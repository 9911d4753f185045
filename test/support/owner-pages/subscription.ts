import type { Locator, Page } from 'playwright-core';
import type { Subscription } from '../../../api/contract/billing.endpoints.ts';
import { planOf, signInHere, subscriptionOf } from '../billing/billing-answers.ts';
import { answerCalls } from './owner-pages.ts';
import { pages } from './pages.ts';

const plans = [planOf(2, 'Стартовый', { max_instances: 1, max_users_per_instance: 5 }), planOf(3, 'Профессиональный')];
export const calculation = {
  daysRemaining: 21,
  credit: 670.64,
  newPlanPrice: 1990,
  amountToPay: 1319.36,
  kind: 'upgrade',
  effectiveAt: '2026-11-30T09:00:00.000Z',
};

export const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');
export const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
export const says = (page: Page, text: string) => page.getByText(text, { exact: true }).last().waitFor();

export const subscriptionAnswer = (more: Partial<Subscription>): [number, object] => [
  200,
  { success: true, subscription: subscriptionOf(more) },
];

export async function open(page: Page, more: Partial<Subscription> = {}) {
  await signInHere(page);
  const answered = await answerCalls(page, {
    'GET /billing/plans': [200, { success: true, plans }],
    'GET /billing/subscription': subscriptionAnswer(more),
    'GET /billing/invoices': [200, { success: true, invoices: [] }],
    'GET /billing/calculate-upgrade': [200, { success: true, calculation }],
  });
  await page.goto(`${pages.url}/subscription`);
  await page.getByRole('heading', { level: 2, name: more.plan?.display_name ?? 'Стартовый' }).waitFor();
  return answered;
}

export const fact = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name });
