import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { until } from '../run/until.ts';
import { type AdminPages, adminTables, serveAdminPages, signedIn } from './admin-pages.ts';

/** Opens a page of the panel over a server of its own, so that no test sees another's changes. */
export async function openPanel(
  t: ExecutionContext,
  page: Page,
  path: string,
  sizes: Parameters<typeof adminTables>[0] = {},
): Promise<{ pages: AdminPages; tables: ReturnType<typeof adminTables> }> {
  const tables = adminTables(sizes);
  const pages = await serveAdminPages(tables.all);
  t.teardown(() => pages.stop());
  await signedIn(page);
  await page.goto(`${pages.url}/admin${path}`);
  return { pages, tables };
}

export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Sorts by each heading in turn, and waits until the server gets the matching request. */
export async function sortsBy(
  page: Page,
  pages: AdminPages,
  call: string,
  columns: Record<string, string>,
): Promise<void> {
  for (const [name, field] of Object.entries(columns)) {
    await page.getByRole('columnheader', { name }).getByRole('button').click();
    await until(() => pages.of(call).some(({ query }) => query.sort === `["${field}","ASC"]`), field);
  }
}

export const filterField = (page: Page, label: string) =>
  page.locator('.list-filter', { has: page.getByText(label, { exact: true }) }).getByRole('combobox');

/** The filter of the list's last request. */
export const filterOf = (pages: AdminPages, call: string) => JSON.parse(pages.of(call).at(-1)?.query.filter ?? '{}');
