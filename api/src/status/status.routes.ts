import { statusEndpoints } from '@ostatok/api/contract/status.endpoints.ts';
import { Router } from 'express';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { statusPage } from './page.ts';
import type { Status } from './status.service.ts';

const RETRY_AFTER_S = 60;

/** Mounted at /status: the page for customers. Where nothing works its own status says so too. */
export function statusPageRoutes(status: Pick<Status, 'read'>, supportEmail: string): Router {
  const router = Router();
  router.get('/', async (_req, res) => {
    const now = await status.read();
    if (now.state === 'down') res.status(503).setHeader('Retry-After', String(RETRY_AFTER_S));
    res.setHeader('Cache-Control', 'no-cache').type('html').send(statusPage(now, supportEmail));
  });
  return router;
}

export const statusRoutes = (status: Pick<Status, 'read'>) =>
  endpointsOf(statusEndpoints, { 'GET /api/public/status': () => status.read() });
