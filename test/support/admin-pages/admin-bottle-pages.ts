import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { manyAliases, manyProposals, revisionsOf } from './admin-bottles.ts';
import { adminTables, serveAdminPages, signedIn } from './admin-pages.ts';

/** Opens a page of the catalogue over aliases in memory. */
export async function openBottles(t: ExecutionContext, page: Page, path: string, count = 6) {
  const aliases = { path: 'aliases', rows: 'data', row: 'alias', data: manyAliases(count) };
  const proposals = {
    path: 'aliases/proposals',
    rows: 'data',
    row: 'proposal',
    data: manyProposals(count, aliases.data),
  };
  const pages = await serveAdminPages([...adminTables().all, proposals, aliases]);
  t.teardown(() => pages.stop());
  const { answers } = pages;
  const counts = { pending: count, approved: 1, rejected: 2 };
  answers['GET /admin/aliases/proposals/counts'] = () => [200, { success: true, counts }];
  answers['GET /admin/aliases/push'] = [200, { success: true, last: null, pending: 12, pendingVenues: 3 }];
  const history = (data: object[]) => ({ success: true, data, pagination: { total: data.length, page: 1, pages: 1 } });
  for (const alias of aliases.data)
    answers[`GET /admin/aliases/${alias.id}/history`] = [200, history(revisionsOf(alias))];
  for (const alias of aliases.data)
    answers[`GET /admin/aliases/${alias.id}/codes`] = () => [
      200,
      {
        success: true,
        codes: [alias, ...aliases.data.filter((one) => one.product_id === alias.id)],
      },
    ];
  answers['GET /admin/aliases/history'] = [200, history(aliases.data.flatMap(revisionsOf))];
  await signedIn(page);
  await page.goto(`${pages.url}/admin${path}`);
  return { pages, aliases, proposals, counts };
}
