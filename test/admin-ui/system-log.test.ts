import type { LogEntry } from '../../api/contract/logs.endpoints.ts';
import { openPanel, row } from '../support/admin-pages/admin-list.ts';
import type { AdminPages } from '../support/admin-pages/admin-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { until } from '../support/run/until.ts';

const AT = '2026-11-20T09:00:00.000Z';
const CODE = 'k7m2-9xqp-4tab';

function entry(number: number, fields: Partial<LogEntry> & { rest?: object }): LogEntry {
  const { rest, ...known } = fields;
  const message = known.message ?? 'request';
  return {
    id: `platform.${number}.0`,
    at: AT,
    level: 'info',
    message,
    tenant: null,
    subdomain: null,
    request: null,
    user: null,
    line: JSON.stringify({ level: 30, time: Date.parse(AT), msg: message, ...rest }),
    ...known,
  };
}

const entries = [
  entry(1, {
    level: 'error',
    message: 'request failed',
    tenant: 't0000000001',
    subdomain: 'bar-1',
    user: 'anna',
    request: CODE,
    rest: { path: '/api/items', err: { stack: 'Error: broken\n    at somewhere' } },
  }),
  entry(2, { message: 'listening' }),
];

function answerLogs(pages: AdminPages): void {
  pages.answers['GET /admin/logs'] = ({ query }) => {
    const { request } = JSON.parse(query.filter ?? '{}');
    const found = entries.filter((one) => !request || one.request === request);
    const pagination = { total: found.length, page: 1, pages: 1, depth: found.length, next: null, previous: null };
    return [200, { success: true, entries: found, next: null, pagination: { ...pagination, isMore: false } }];
  };
}

const filterOf = (pages: AdminPages): Record<string, string> =>
  JSON.parse(pages.of('GET /admin/logs').at(-1)?.query.filter ?? '{}');

browserTest(
  'the log of the system is searched by venue, person, code and level, and a line is opened whole',
  async (t, { page }) => {
    const { pages } = await openPanel(t, page, '/journal');
    answerLogs(pages);
    await page.getByRole('link', { name: 'Система' }).click();
    await row(page, 'request failed').waitFor();
    t.true((await row(page, 'request failed').innerText()).includes('Ошибка'));
    t.deepEqual(filterOf(pages), {});

    await page.getByRole('link', { name: 'Во всех заведениях' }).click();
    await until(() => filterOf(pages).tenant === 'все', 'all logs are searched');
    await page.getByRole('link', { name: 'Только платформа' }).waitFor();
    await page.locator('.list-filter', { hasText: 'Код запроса' }).getByRole('textbox').fill(CODE);
    await page.keyboard.press('Enter');
    await row(page, 'listening').waitFor({ state: 'detached' });
    t.deepEqual(filterOf(pages), { tenant: 'все', request: CODE });
    await page.locator('.list-filter', { hasText: 'Важность' }).getByRole('combobox').selectOption('error');
    await until(() => filterOf(pages).level === 'error', 'the level is asked for');

    await row(page, 'request failed').click();
    const details = page.getByRole('complementary');
    await details.getByText('at somewhere').waitFor();
    t.regex(await details.innerText(), /bar-1.*anna.*path: \/api\/items/s);
    t.is(
      await details.getByRole('link', { name: CODE }).getAttribute('href'),
      `/admin/logs?${new URLSearchParams({ tenant: 'все', request: CODE })}`,
    );
    t.deepEqual(await seriousViolations(page), []);
  },
);

browserTest('from the page of a venue its lines of the log are searched', async (t, { page }) => {
  const { pages, tables } = await openPanel(t, page, '/tenants', { tenants: 3 });
  answerLogs(pages);
  const { id } = tables.tenants.data[0] as { id: string };
  pages.answers[`GET /admin/tenants/${id}/logs`] = [200, { success: true, lines: [] }];
  await row(page, 'bar-1').click();
  await page.getByText('Журнал заведения').click();
  await page.getByRole('link', { name: 'Искать в журнале' }).click();

  await row(page, 'request failed').waitFor();
  t.deepEqual(filterOf(pages), { tenant: 'bar-1' });
});
