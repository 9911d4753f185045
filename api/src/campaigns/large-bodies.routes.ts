import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import type { Express } from 'express';
import type { Guard } from '../auth/guard.routes.ts';

/** The editor's project, its MJML and the page it makes. */
const LIMIT = '6mb';

/** Before the limit that holds for everybody: only who is an administrator may send so much. */
export function acceptLargeBodies(app: Express, guard: Guard): void {
  const paths = ['/api/admin/email-templates', '/api/admin/email', '/api/admin/marketing'];
  app.use(paths, guard.requireAdmin, jsonBody(LIMIT));
}
