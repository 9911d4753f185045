import { unsubscribeSchema } from '@ostatok/api/contract/campaigns.ts';
import type { DescribedRoutes } from '../described.ts';

const page = 'text/html';

/** Pages of links in letters, and of this description. */
const pages: DescribedRoutes = {
  'GET /api/public/unsubscribe': { summary: 'The page of an unsubscribe link', content: page },
  'POST /api/public/unsubscribe': { summary: 'No more marketing letters', body: unsubscribeSchema, content: page },
  'GET /api/openapi.json': { summary: 'This description' },
  'GET /api/docs': { summary: 'This description, to read', content: page },
};

const billing: DescribedRoutes = {
  'POST /api/billing/webhook/yookassa': { summary: 'What YooKassa tells' },
};

/** Routes for owners and visitors. */
export const ownerRoutes: DescribedRoutes = { ...pages, ...billing };
