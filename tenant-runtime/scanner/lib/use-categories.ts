import { useEffect, useState } from 'react';
import { useWorkspace } from './workspace.ts';

/** The venue's categories as the phone's items name them. */
export function useCategories(): string[] {
  const { db } = useWorkspace();
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    let stale = false;
    db.getAll('items').then(
      (items) => {
        const found = new Set(items.map(({ category }) => category).filter(Boolean));
        if (!stale) setNames([...found].sort((a, b) => a.localeCompare(b, 'ru')));
      },
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [db]);
  return names;
}
