import { type HandledEndpoint, inMatchingOrder, type OnAnswer } from '@ostatok/kit/node/endpoints.ts';
import type { Express, RequestHandler } from 'express';
import type { PlatformAccess } from './endpoint.routes.ts';
import type { Guard } from './guard.routes.ts';

/** A router with the path it is mounted at and its guard. */
export interface MountedRoutes {
  path: string;
  access: PlatformAccess;
  router: RequestHandler;
}

/** What a slice gives to be mounted. */
export type Routes = MountedRoutes | HandledEndpoint<PlatformAccess>[];

/** Mounts routers in their order and endpoints before them, each behind its guard. */
export function mountRoutes(app: Express, guard: Guard, routes: Routes[], onAnswer?: OnAnswer): void {
  const guards: Record<PlatformAccess, RequestHandler[]> = {
    anyone: [],
    process: [],
    'signed-in': [guard.requireSignedIn],
    user: [guard.requireUser],
    admin: guard.requireAdmin,
  };
  const endpoints = routes.flatMap((one) => (Array.isArray(one) ? one : []));
  for (const { method, path, access, handle } of inMatchingOrder(endpoints)) {
    app[method](path, ...guards[access], handle(onAnswer));
  }
  const routers = routes.flatMap((one) => (Array.isArray(one) ? [] : [one]));
  for (const { path, access, router } of routers) {
    if (guards[access].length > 0) app.use(path, ...guards[access]);
    app.use(path, router);
  }
}
