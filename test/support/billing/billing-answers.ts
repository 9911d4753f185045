import type { Page } from 'playwright-core';
import type { BillingPlan, Subscription } from '../../../api/contract/billing.endpoints.ts';
import type { PublicPlan } from '../../../api/contract/public.endpoints.ts';

export const PERIOD_END = '2026-12-21T09:00:00.000Z';

/** A paid, renewing subscription in the form of the API. */
export const subscriptionOf = (more: Partial<Subscription> = {}): Subscription => ({
  status: 'active',
  plan_id: 2,
  plan: { name: 'starter', display_name: 'Стартовый', features: [], max_instances: 1, max_users_per_instance: 5 },
  billing_period: 'monthly',
  current_period_start: '2026-11-21T09:00:00.000Z',
  current_period_end: PERIOD_END,
  is_free_plan: false,
  is_expiring_soon: false,
  days_remaining: 30,
  hours_remaining: null,
  auto_renew: true,
  deferred_plan_id: null,
  deferred_plan_name: null,
  deferred_plan_display_name: null,
  deferred_billing_period: null,
  deferred_max_instances: null,
  balance: 0,
  next_charge: 990,
  payment_method: { title: 'Карта *4477' },
  past_due_until: null,
  granted_until: null,
  returns_to: null,
  ...more,
});

export const planOf = (id: number, display_name: string, more: Partial<BillingPlan> = {}): BillingPlan => ({
  id,
  name: `plan-${id}`,
  display_name,
  description: '',
  price_monthly: '990.50',
  price_yearly: '9900',
  discount_percent: 0,
  features: [],
  is_featured: false,
  max_instances: 3,
  max_users_per_instance: 20,
  max_storage_mb: 100,
  currency: 'RUB',
  ...more,
});

/** The plans as the public price list has them. */
export const onPriceList = (plans: BillingPlan[]): PublicPlan[] =>
  plans.map(({ max_instances: _, max_users_per_instance: __, max_storage_mb: ___, currency: ____, ...plan }) => plan);

const owner = { id: 7, email: 'anna@bar.example', email_verified: true, name: 'Анна', role: 'customer', providers: [] };

/** Signs in from the first page on, with the token `access`. */
export const signInHere = (page: Page): Promise<unknown> =>
  page.addInitScript((user) => {
    localStorage.setItem('token', 'access');
    localStorage.setItem('refreshToken', 'refresh');
    localStorage.setItem('user', user);
  }, JSON.stringify(owner));
