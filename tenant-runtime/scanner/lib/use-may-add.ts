import { staffAddsItems } from './settings.ts';
import { useRead } from './use-read.ts';
import { useWorkspace } from './workspace.ts';

/** Whether the person may add items here; the server has the last word. */
export function useMayAdd(): boolean {
  const { db, user } = useWorkspace();
  const allowed = useRead(() => staffAddsItems(db), [db]) ?? true;
  return allowed || user.role === 'admin';
}
