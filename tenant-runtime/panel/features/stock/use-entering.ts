import { type RefObject, useEffect, useState } from 'react';
import type { TableHandle } from './stock-table-props.ts';

/** Moves the focus from the search to its results, waiting until the old rows have been replaced. */
export function useEntering(table: RefObject<TableHandle | null>, found: boolean): () => void {
  const [entering, setEntering] = useState(false);
  useEffect(() => {
    if (!entering || !found) return;
    table.current?.enter();
    setEntering(false);
  }, [entering, found, table]);
  return () => setEntering(true);
}
