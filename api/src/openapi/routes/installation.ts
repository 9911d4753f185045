import {
  backupFilterSchema,
  backupSorts,
  makeBackupSchema,
  restoreBackupSchema,
} from '@ostatok/api/contract/backups.ts';
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

const started = { message: 'text', operation: 'object' } as const;

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
  'POST /api/admin/tenants/:id/update': { summary: 'Bring it to the present version', answer: started },
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
  'GET /api/admin/logs': { summary: "The platform's own log", query: tenantLogsSchema, answer: { lines: 'any' } },
  'POST /api/admin/update-all-tenants': { summary: 'Bring every venue to the present version', answer: started },

  'GET /api/admin/backups': {
    summary: 'The backups',
    list: { sorts: backupSorts, filter: backupFilterSchema },
    answer: { backups: 'list' },
  },
  'POST /api/admin/backups': {
    summary: 'Make one',
    body: makeBackupSchema,
    answer: { operation: 'object', backup: 'object' },
  },
  'GET /api/admin/backups/:id': { summary: 'One backup', answer: { backup: 'object' } },
  'POST /api/admin/backups/:id/verify': { summary: 'Prove that it can be restored', answer: { backup: 'object' } },
  'POST /api/admin/backups/:id/restore': {
    summary: 'Restore it beside what is there, then switch',
    body: restoreBackupSchema,
    answer: { operation: 'object' },
  },
  'DELETE /api/admin/backups/:id': { summary: 'Delete it' },

  'GET /api/test/suites': { summary: 'The checks of the running system', answer: { suites: 'list' } },
  'POST /api/test/run': { summary: 'Run them all', answer: { runs: 'list' } },
  'POST /api/test/run/:suite': {
    summary: 'Run one group',
    answer: { suite: 'text', results: 'list', summary: 'object' },
  },
  'GET /api/test/stats': { summary: 'What there is', answer: { stats: 'object' } },
  'GET /api/test/security': { summary: 'What of the installation is unsafe', answer: { findings: 'any' } },
  'GET /api/test/disk-usage': { summary: 'What takes up the disk', answer: { disk: 'object' } },
};
