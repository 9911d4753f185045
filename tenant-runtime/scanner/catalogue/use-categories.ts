import { useRead } from '../workspace/use-read.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** The tenant's categories, taken from the phone's items. */
export function useCategories(): string[] {
  const { db } = useWorkspace();
  const names = useRead(async () => {
    const found = new Set((await db.getAll('items')).map(({ category }) => category).filter(Boolean));
    return [...found].sort((a, b) => a.localeCompare(b, 'ru'));
  }, [db]);
  return names ?? [];
}
