import type { Routes } from '../access/mounted.routes.ts';
import type { Operations } from '../operations/operations.service.ts';
import { updatesRoutes } from './updates.routes.ts';
import { createUpdates, type UpdatesDeps } from './updates.service.ts';

interface UpdatesModuleDeps extends UpdatesDeps {
  operations: Pick<Operations, 'define' | 'start' | 'waitFor'>;
}

/** Updates of tenants to the present release; operations, which they are, need the host of a running supervisor. */
export function createUpdatesModule(deps: UpdatesModuleDeps) {
  const updates = createUpdates(deps);
  const routes: Routes[] = [updatesRoutes(updates, deps.operations)];
  return { services: { updates }, routes, watches: [{ name: 'late updates', start: updates.late.watch }] };
}
