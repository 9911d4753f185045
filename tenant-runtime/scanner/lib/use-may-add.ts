import { useEffect, useState } from 'react';
import { staffAddsItems } from './settings.ts';
import { useWorkspace } from './workspace.ts';

/** Whether the person may add items here; the server has the last word. */
export function useMayAdd(): boolean {
  const { db, user } = useWorkspace();
  const [allowed, setAllowed] = useState(true);
  useEffect(() => {
    let stale = false;
    staffAddsItems(db).then(
      (allows) => !stale && setAllowed(allows),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [db]);
  return allowed || user.role === 'admin';
}
