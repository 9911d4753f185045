import {
  audienceSchema,
  campaignFilterSchema,
  campaignSchema,
  campaignSorts,
  recipientFilterSchema,
} from '@ostatok/api/contract/campaigns.ts';
import {
  emailPreviewSchema,
  emailStatsSchema,
  emailTemplateChangesSchema,
  emailTemplateFilterSchema,
  emailTemplateSchema,
  emailTemplateSorts,
  sendTestSchema,
  variablesQuerySchema,
} from '@ostatok/api/contract/email-templates.ts';
import type { DescribedRoutes } from '../described.ts';

const template = { template: 'object' } as const;
const written = { ...template, message: 'text' } as const;
const campaign = { campaign: 'object' } as const;

/** Routes of letter templates and campaigns. */
export const letterRoutes: DescribedRoutes = {
  'GET /api/admin/email-templates': {
    summary: 'The templates',
    list: { sorts: emailTemplateSorts, filter: emailTemplateFilterSchema },
    answer: { templates: 'list' },
  },
  'POST /api/admin/email-templates': {
    summary: 'Make a template',
    body: emailTemplateSchema,
    answer: written,
    status: 201,
  },
  'GET /api/admin/email-templates/type/:type': { summary: 'The newest of a type', answer: template },
  'GET /api/admin/email-templates/:id': { summary: 'One template', answer: template },
  'PUT /api/admin/email-templates/:id': {
    summary: 'Change a template',
    body: emailTemplateChangesSchema,
    answer: written,
  },
  'DELETE /api/admin/email-templates/:id': { summary: 'Delete a template', answer: { message: 'text' } },
  'POST /api/admin/email-templates/:id/copy': { summary: 'Copy a template', answer: written, status: 201 },
  'POST /api/admin/email-templates/:id/reset': { summary: 'Bring the shipped text back', answer: written },
  'GET /api/admin/email/stats': {
    summary: 'Letters by template and state',
    query: emailStatsSchema,
    answer: { totals: 'list', period: 'object', daily: 'list' },
  },
  'GET /api/admin/email/variables': {
    summary: 'What may be inserted',
    query: variablesQuerySchema,
    answer: { variables: 'list' },
  },
  'POST /api/admin/email/preview': {
    summary: 'The letter as it will be',
    body: emailPreviewSchema,
    answer: { subject: 'text', html: 'text', text: 'text', unknown: 'any' },
  },
  'POST /api/admin/email/send-test': {
    summary: 'Send it to the caller',
    body: sendTestSchema,
    answer: { message: 'text', email: 'text' },
  },
  'POST /api/admin/marketing/audience': {
    summary: 'How many would get it',
    body: audienceSchema,
    answer: { count: 'number' },
  },
  'POST /api/admin/marketing/send-campaign': {
    summary: 'Send a campaign; a test goes to the caller alone',
    body: campaignSchema,
    answer: { sent: 'number', failed: 'number', total: 'number', results: 'list', campaign: 'object' },
  },
  'GET /api/admin/campaigns': {
    summary: 'The campaigns',
    list: { sorts: campaignSorts, filter: campaignFilterSchema },
    answer: { campaigns: 'list' },
  },
  'GET /api/admin/campaigns/:id': { summary: 'One campaign', answer: campaign },
  'GET /api/admin/campaigns/:id/recipients': {
    summary: 'Who gets it, and what became of it',
    list: { sorts: ['id'], filter: recipientFilterSchema },
    answer: { recipients: 'list' },
  },
  'POST /api/admin/campaigns/:id/pause': { summary: 'Pause it', answer: campaign },
  'POST /api/admin/campaigns/:id/resume': { summary: 'Go on', answer: campaign },
  'POST /api/admin/campaigns/:id/cancel': { summary: 'Stop it for good', answer: campaign },
};
