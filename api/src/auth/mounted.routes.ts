import type { Express, RequestHandler } from 'express';
import type { Guard } from './guard.routes.ts';

/**
 * Who may call a router: anybody, a caller who must still secure the account, a user, an administrator, or a process of
 * ours that proves itself by a secret, which its router checks.
 */
export type Access = 'anyone' | 'signed-in' | 'user' | 'admin' | 'process';

/** A router with the path it is mounted at and its guard. */
export interface MountedRoutes {
  path: string;
  access: Access;
  router: RequestHandler;
  /** The paths that the guard stands before, where other routers share `path`; all paths of the router are under them. */
  guarded?: string[];
}

/** Mounts the routers in their order, each behind its guard. */
export function mountRoutes(app: Express, guard: Guard, routes: MountedRoutes[]): void {
  const guards: Record<Access, RequestHandler | RequestHandler[]> = {
    anyone: [],
    process: [],
    'signed-in': guard.requireSignedIn,
    user: guard.requireUser,
    admin: guard.requireAdmin,
  };
  for (const { path, access, router, guarded = [path] } of routes) {
    const before = [guards[access]].flat();
    if (before.length > 0) app.use(guarded, ...before);
    app.use(path, router);
  }
}
