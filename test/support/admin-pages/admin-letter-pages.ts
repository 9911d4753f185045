import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { emailStats, emailVariables, manyCampaigns, manyRecipients, manyTemplates } from './admin-letters.ts';
import { type AdminPages, adminTables, type MadeCall, serveAdminPages, signedIn } from './admin-pages.ts';

/** Opens a page of Email Marketing over templates and campaigns in memory. */
export async function openLetters(
  t: ExecutionContext,
  page: Page,
  path: string,
  sizes = { templates: 3, campaigns: 4 },
) {
  const templates = {
    path: 'email-templates',
    rows: 'templates',
    row: 'template',
    data: manyTemplates(sizes.templates),
    listed: ({ text: _, mjml: __, design: ___, ...row }: Record<string, unknown>) => row,
  };
  const campaigns = { path: 'campaigns', rows: 'campaigns', row: 'campaign', data: manyCampaigns(sizes.campaigns) };
  const pages = await serveAdminPages([...adminTables().all, templates, campaigns]);
  t.teardown(() => pages.stop());
  const { answers } = pages;
  answers['GET /admin/email/variables'] = [200, { success: true, variables: emailVariables }];
  answers['GET /admin/email/stats'] = ({ query }) => [200, emailStats(Number(query.days))];
  answers['POST /admin/marketing/audience'] = [200, { success: true, count: 1234 }];
  answers['POST /admin/email/preview'] = ({ body }) => {
    const { subject, html } = body as { subject: string; html: string };
    const filled = (text: string): string => text.replaceAll('{{name}}', 'Анна');
    return [
      200,
      {
        success: true,
        subject: filled(subject),
        html: `<p>${filled(html) || 'Собрано из MJML'}</p>`,
        text: '',
        unknown: [],
      },
    ];
  };
  for (const { id } of campaigns.data) {
    answers[`GET /admin/campaigns/${id}/recipients`] = ({ query }) => recipients(query);
  }
  await signedIn(page);
  await page.goto(`${pages.url}/admin${path}`);
  return { pages, templates, campaigns };
}

function recipients(query: MadeCall['query']): [number, object] {
  const { status } = JSON.parse(query.filter ?? '{}') as { status?: string };
  const found = manyRecipients(120).filter((one) => !status || one.status === status);
  const [from, to] = JSON.parse(query.range ?? '[0,49]') as [number, number];
  return [
    200,
    { success: true, recipients: found.slice(from, to + 1), pagination: { total: found.length, page: 1, pages: 3 } },
  ];
}

export const lastBody = <Body>(pages: AdminPages, call: string): Body => pages.of(call).at(-1)?.body as Body;
