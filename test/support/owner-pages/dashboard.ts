import type { Page } from 'playwright-core';
import type { User } from '../../../api/contract/account.endpoints.ts';
import type { Subscription } from '../../../api/contract/billing.endpoints.ts';
import type { Tenant } from '../../../api/contract/tenants.endpoints.ts';
import { subscriptionOf } from '../billing/billing-answers.ts';
import { answerCalls } from './owner-pages.ts';
import { anna, pages } from './pages.ts';

export const venue = (subdomain: string, more: Partial<Tenant> = {}): Tenant => ({
  id: subdomain,
  tenant_id: `t-${subdomain}`,
  subdomain,
  display_name: '',
  status: 'active',
  web_url: `https://${subdomain}.ostatok.example/`,
  bot_state: 'ok',
  bot_username: `${subdomain}_bot`,
  max: null,
  created_at: '2026-03-04T10:00:00Z',
  stats: { userCount: 3 },
  ...more,
});

export const ending = (days_remaining: number, more: Partial<Subscription> = {}) =>
  subscriptionOf({ days_remaining, is_expiring_soon: true, payment_method: null, ...more });

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
export const card = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
export const create = (page: Page) => page.getByRole('button', { name: 'Создать заведение' });

interface Given {
  person?: Partial<User>;
  tenants?: Tenant[];
  /** Null where it cannot be read. */
  subscription?: Subscription | null;
}

/** The dashboard of a user with these tenants and this subscription. */
export async function openDashboard(
  page: Page,
  { person = {}, tenants = [venue('bar')], subscription = subscriptionOf() }: Given = {},
) {
  const known = { ...anna, ...person };
  const server = await answerCalls(page, {
    'GET /auth/me': [200, { success: true, user: known }],
    'GET /provision/my-tenants': [200, { success: true, tenants }],
    'GET /billing/subscription': subscription ? [200, { success: true, subscription }] : [404],
  });
  await page.context().addInitScript((text) => {
    if (location.origin === 'null' || localStorage.getItem('token')) return;
    localStorage.setItem('token', 'access');
    localStorage.setItem('refreshToken', 'refresh');
    localStorage.setItem('user', text);
  }, JSON.stringify(known));
  await page.goto(`${pages.url}/dashboard`);
  await page.getByRole('heading', { level: 1, name: 'Мои заведения' }).waitFor();
  return server;
}

export const fact = async (page: Page, label: string): Promise<string> =>
  (await page.locator('dl > div', { hasText: label }).locator('dd').innerText()).trim();
