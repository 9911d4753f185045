import { type RefObject, useEffect, useState } from 'react';
import type { TableHandle } from './stock-table-props.ts';

/** Down from the search: into the rows that it finds, not into those that stand there until it has found them. */
export function useEntering(table: RefObject<TableHandle | null>, found: boolean): () => void {
  const [entering, setEntering] = useState(false);
  useEffect(() => {
    if (!entering || !found) return;
    table.current?.enter();
    setEntering(false);
  }, [entering, found, table]);
  return () => setEntering(true);
}
