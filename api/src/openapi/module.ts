import type { Routes } from '../access/mounted.routes.ts';
import { openApiRoutes } from './openapi.routes.ts';

/** The description of the platform's API. */
export function createOpenApiModule(publicUrl: string) {
  const routes: Routes[] = [{ path: '/api', access: 'anyone', router: openApiRoutes(publicUrl) }];
  return { routes };
}
