import type { Routes } from '../access/mounted.routes.ts';
import type { Operations } from '../operations/operations.service.ts';
import { hostMovesRoutes } from './host-moves.routes.ts';
import { createHostMoves, type HostMovesDeps } from './host-moves.service.ts';

interface HostMovesModuleDeps extends HostMovesDeps {
  operations: Pick<Operations, 'define' | 'start' | 'waitFor'>;
}

/** Moves of tenants between hosts. */
export function createHostMovesModule(deps: HostMovesModuleDeps) {
  const routes: Routes[] = [hostMovesRoutes(createHostMoves(deps), deps.operations)];
  return { routes };
}
