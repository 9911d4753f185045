import {
  adminTenantFilterSchema,
  adminTenantSorts,
  createForOwnerSchema,
  replaceBotSchema,
  setTenantStatusSchema,
  supportSessionSchema,
  tenantLogsSchema,
} from '@ostatok/api/contract/provision.ts';
import type { DescribedRoutes } from '../described.ts';

/** Routes of tenants, what they run on, and long operations on them. */
export const installationRoutes: DescribedRoutes = {
  'GET /api/admin/tenants': {
    summary: 'The venues',
    list: { sorts: adminTenantSorts, filter: adminTenantFilterSchema },
    answer: { tenants: 'list' },
  },
  'POST /api/admin/tenants': {
    summary: 'Open one for its owner; the answer comes at once, the work goes on',
    status: 202,
    body: createForOwnerSchema,
    answer: { tenant: 'object', adminCredentials: 'object', telegramLink: 'any' },
  },
  'GET /api/admin/tenants/:id/provision': {
    summary: 'How far its making is',
    answer: { status: 'text', running: 'yes', provision: 'object' },
  },
  'GET /api/admin/tenants/load': {
    summary: 'What each that runs takes of the processor and of memory, watched for a second',
    answer: { tenants: 'list' },
  },
  'GET /api/admin/tenants/:id': { summary: 'One venue', answer: { tenant: 'object' } },
  'DELETE /api/admin/tenants/:id': { summary: 'Delete it, as its owner would' },
  'POST /api/admin/tenants/:id/restore': {
    summary: 'Bring a deleted one back as it was, while its data is kept',
    answer: { status: 'text' },
  },
  'PUT /api/admin/tenants/:id/status': {
    summary: 'Suspend or activate it',
    body: setTenantStatusSchema,
    answer: { status: 'text' },
  },
  'POST /api/admin/tenants/:id/restart': { summary: 'Restart it' },
  'PUT /api/admin/tenants/:id/bot-token': {
    summary: 'Give it a new token, of its bot or of another; Telegram is asked first',
    body: replaceBotSchema,
    answer: { bot: 'object' },
  },
  'POST /api/admin/tenants/:id/support-session': {
    summary: 'Sign in to it for a time, with a reason; its owner is told',
    body: supportSessionSchema,
    answer: { url: 'text', expires_at: 'text' },
  },
  'GET /api/admin/tenants/:id/logs': { summary: 'Its log', query: tenantLogsSchema, answer: { lines: 'any' } },
};
