import type { OnAnswer } from '@ostatok/kit/node/endpoints.ts';
import type { Express } from 'express';
import type { Guard } from '../access/guard.routes.ts';
import { mountRoutes } from '../access/mounted.routes.ts';
import { acceptLargeBodies } from '../campaigns/large-bodies.routes.ts';
import { acceptBodies } from './bodies.routes.ts';
import type { Module } from './module.ts';

/** Mounts the routes of modules: first those that read bodies themselves, then the others with their bodies parsed. */
export function mountModules(app: Express, guard: Guard, modules: Module[], onAnswer?: OnAnswer): void {
  mountRoutes(
    app,
    guard,
    modules.flatMap(({ unparsedRoutes = [] }) => unparsedRoutes),
  );
  acceptLargeBodies(app, guard);
  acceptBodies(app, guard);
  mountRoutes(
    app,
    guard,
    modules.flatMap(({ routes = [] }) => routes),
    onAnswer,
  );
}
