import { unsubscribeSchema } from '@ostatok/api/contract/campaigns.ts';
import {
  checkSubdomainSchema,
  createTenantSchema,
  keepTenantsSchema,
  replaceBotSchema,
  suggestSubdomainSchema,
} from '@ostatok/api/contract/provision.ts';
import type { DescribedRoutes } from '../described.ts';

const page = 'text/html';

/** Pages of links in letters, and of this description. */
const pages: DescribedRoutes = {
  'GET /api/public/unsubscribe': { summary: 'The page of an unsubscribe link', content: page },
  'POST /api/public/unsubscribe': { summary: 'No more marketing letters', body: unsubscribeSchema, content: page },
  'GET /api/openapi.json': { summary: 'This description' },
  'GET /api/docs': { summary: 'This description, to read', content: page },
};

const opening = { status: 'text', running: 'yes', provision: 'object' } as const;
const venues: DescribedRoutes = {
  'GET /api/provision/my-tenants': { summary: "The caller's venues", answer: { tenants: 'list' } },
  'GET /api/provision/can-create': { summary: 'Whether the plan allows one more', answer: { canCreate: 'yes' } },
  'POST /api/provision/check-subdomain': {
    summary: 'Whether the caller may have an address: one of a deleted venue waits a week for its owner',
    body: checkSubdomainSchema,
    answer: { valid: 'yes', errors: 'any', suggestions: 'any' },
  },
  'POST /api/provision/suggest-subdomain': {
    summary: 'Addresses for a name',
    body: suggestSubdomainSchema,
    answer: { subdomain: 'text', suggestions: 'any' },
  },
  'POST /api/provision/generate-subdomain': { summary: 'Some free address', answer: { subdomain: 'text' } },
  'POST /api/provision/create': {
    summary: 'Open a venue',
    body: createTenantSchema,
    answer: { tenant: 'object', adminCredentials: 'object', telegramLink: 'any' },
    status: 201,
  },
  'GET /api/provision/tenant/:id/status': { summary: 'How far its opening has come', answer: opening },
  'GET /api/provision/tenant/:id/stats': { summary: 'What it tells of itself', answer: { stats: 'object' } },
  'POST /api/provision/tenant/:id/restart': { summary: 'Restart it' },
  'POST /api/provision/tenant/:id/reset-password': {
    summary: "Its administrator's new password",
    answer: { credentials: 'object' },
  },
  'POST /api/provision/tenant/:id/telegram-link': {
    summary: "A link that makes a chat its administrator's, once, within a day",
    answer: { telegramLink: 'text' },
  },
  'PUT /api/provision/tenant/:id/bot-token': {
    summary: 'Give it a new token, of its bot or of another; Telegram is asked first',
    body: replaceBotSchema,
    answer: { bot: 'object' },
  },
  'DELETE /api/provision/tenant/:id': { summary: 'Delete it; its address waits a week for its owner' },
  'GET /api/provision/deleted-tenants': {
    summary: 'Deleted venues that the caller may still bring back',
    answer: { tenants: 'list' },
  },
  'POST /api/provision/tenant/:id/restore': { summary: 'Bring a deleted one back', answer: { status: 'text' } },
  'PUT /api/provision/kept-tenants': {
    summary: 'Which venues run where the plan allows fewer than there are',
    body: keepTenantsSchema,
  },
};

const billing: DescribedRoutes = {
  'POST /api/billing/webhook/yookassa': { summary: 'What YooKassa tells' },
};

/** Routes for owners and visitors. */
export const ownerRoutes: DescribedRoutes = { ...pages, ...venues, ...billing };
