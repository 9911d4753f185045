import { undoRoutes } from './undo.routes.ts';
import { createUndo, type UndoDeps } from './undo.service.ts';

/** Undoing entries of the activity log. */
export const createUndoModule = (deps: UndoDeps) => ({ routes: [undoRoutes(createUndo(deps))] });
