import { staffAddsItems } from './settings.ts';
import { useRead } from './use-read.ts';
import { useSettingsVersion, useWorkspace } from './workspace.ts';

/** Whether the user may add items; the server checks it again. */
export function useMayAdd(): boolean {
  const { db, user } = useWorkspace();
  const version = useSettingsVersion();
  const allowed = useRead(() => staffAddsItems(db), [db, version]) ?? true;
  return allowed || user.role === 'admin';
}
