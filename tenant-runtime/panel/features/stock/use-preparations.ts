import { useEffect } from 'react';
import { prepareSearch } from '../../stock/stock-search.ts';
import { whenIdle } from '../../timing/when-idle.ts';
import { useStock, useWorkspace } from '../../workspace/workspace.ts';
import { readParts } from './later-parts.ts';

/** Prepares the search index and the parts likely to be opened next while the user is idle. */
export function usePreparations(): void {
  const { asOf } = useStock();
  const { store } = useWorkspace();
  useEffect(() => {
    if (asOf === null) return;
    prepareSearch(store.snapshot().items, whenIdle);
    whenIdle(readParts);
  }, [asOf, store]);
}
