import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { User } from '../../../api/contract/account.endpoints.ts';
import type { ExportedData } from '../../../api/contract/my-data.endpoints.ts';
import type { TenantStatus } from '../../../api/contract/provision.ts';
import { pages } from './pages.ts';

export const user: User = {
  id: 7,
  email: 'anna@bar.example',
  email_verified: true,
  name: 'Анна Смирнова',
  company_name: null,
  phone: null,
  role: 'customer',
  status: 'active',
  plan: { name: 'professional', displayName: 'Профессиональный' },
  providers: ['yandex'],
  has_password: true,
  consent_withdrawn_at: null,
  created_at: '2026-03-04T10:00:00Z',
};

export const venue = (subdomain: string, status: TenantStatus, workbook: string | null) => ({
  id: subdomain,
  subdomain,
  display_name: subdomain,
  status,
  created_at: user.created_at,
  workbook,
  archive: workbook === null ? null : workbook.replace('.xlsx', '.zip'),
});

export const myData: ExportedData & { success: true } = {
  success: true,
  profile: {
    id: 7,
    username: 'anna',
    email: user.email,
    email_verified: true,
    first_name: 'Анна',
    last_name: 'Смирнова',
    company_name: null,
    phone: '+7 900 000-00-00',
    role: 'customer',
    status: 'blocked',
    created_at: user.created_at,
    updated_at: '2026-05-06T10:00:00Z',
  },
  subscription: {
    plan: { displayName: 'Профессиональный', name: 'professional' },
    status: 'past_due',
    billing_period: 'yearly',
    current_period_end: null,
  },
  tenants: [venue('chistye', 'active', '/auth/x.xlsx'), venue('staryj', 'deleted', null)],
  export_date: '2026-11-21T10:00:00Z',
  export_reason: 'По запросу',
  consent: { given_at: null, withdrawn_at: null },
  unopened_tenants: [],
  payments: [],
  payment_methods: [],
  identities: [],
  sessions: [],
  totp_factors: [],
  passkeys: [],
  recovery_codes: [],
  sign_in_questions: [],
  links: [],
  subscription_periods: [],
  balance: [],
  subscription_events: [],
  notices: [],
  refunds: [],
  campaign_letters: [],
  mail_preferences: [],
  security_events: [],
  preferences: [],
  provisions: [],
  proposals: [],
  matches: [],
  letters: [],
  activity: [],
  invoices: [],
};

export const OVER = 'Сеанс завершён, войдите снова';
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const keys = (page: Page) =>
  page.evaluate(() => ['token', 'refreshToken', 'user', 'rememberMe'].filter((key) => localStorage.getItem(key)));

/** Opens a page as a signed-in user; the sign-in happens only once, so that a later sign-out persists. */
export async function openAs(page: Page, person: User, path: string): Promise<void> {
  await page.context().addInitScript((text) => {
    // axe adds frames of its own, which have no storage
    if (location.origin === 'null' || localStorage.getItem('begun')) return;
    localStorage.setItem('begun', '1');
    localStorage.setItem('token', 'access');
    localStorage.setItem('refreshToken', 'refresh');
    localStorage.setItem('user', text);
    localStorage.setItem('rememberMe', 'true');
  }, JSON.stringify(person));
  await page.goto(pages.url + path);
}

export const me = { 'GET /auth/me': [200, { success: true, user }] as [number, object] };

export async function savedJson(page: Page) {
  const started = page.waitForEvent('download');
  await press(page, 'Экспортировать данные');
  const file = await started;
  return { name: file.suggestedFilename(), data: JSON.parse(await readFile(await file.path(), 'utf8')) };
}
