import test from 'ava';
import type { Page } from 'playwright-core';
import type { User } from '../../../api/contract/account.endpoints.ts';
import { serveOwnerPages } from './owner-pages.ts';

export let pages: Awaited<ReturnType<typeof serveOwnerPages>>;

/** Serves the owner's pages while the tests of the file run. */
export function setUpOwnerPages(): void {
  test.before(async () => {
    pages = await serveOwnerPages();
  });
  test.after.always(() => pages?.stop());
}

export const anna: User = {
  id: 7,
  email: 'anna@bar.example',
  email_verified: true,
  name: 'Анна',
  company_name: null,
  phone: null,
  role: 'customer',
  status: 'active',
  plan: null,
  providers: [],
  has_password: true,
  consent_withdrawn_at: null,
  created_at: '2026-03-04T10:00:00Z',
};

export const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
