import type { Operations } from '../operations/operations.service.ts';
import { pushesRoutes } from './pushes.routes.ts';
import { createPushes, type PushesDeps } from './pushes.service.ts';

/** Pushes of catalogue changes to all tenants. */
export function createPushesModule(deps: PushesDeps & { operations: Pick<Operations, 'waitFor'> }) {
  return { routes: [pushesRoutes(createPushes(deps), deps.operations)] };
}
