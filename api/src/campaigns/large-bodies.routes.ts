import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import type { Express } from 'express';
import type { Guard } from '../access/guard.routes.ts';

/** Enough for the editor's project, its MJML and the resulting page. */
const LIMIT = '6mb';

/** Mounted before the general limit: only administrators may send bodies of this size. */
export function acceptLargeBodies(app: Express, guard: Guard): void {
  const paths = ['/api/admin/email-templates', '/api/admin/email', '/api/admin/marketing'];
  app.use(paths, guard.requireAdmin, jsonBody(LIMIT));
}
