import { staffAddsItems } from './settings.ts';
import { useRead } from './use-read.ts';
import { useWorkspace } from './workspace.ts';

/** Whether the user may add items; the server checks it again. */
export function useMayAdd(): boolean {
  const { db, user } = useWorkspace();
  const allowed = useRead(() => staffAddsItems(db), [db]) ?? true;
  return allowed || user.role === 'admin';
}
