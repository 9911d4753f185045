import { useEffect } from 'react';
import { prepareSearch } from '../../lib/stock-search.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { useStock, useWorkspace } from '../../lib/workspace.ts';
import { readParts } from './later-parts.ts';

/** What searches look into, and what is likely opened next, is read while nobody presses anything yet. */
export function usePreparations(): void {
  const { asOf } = useStock();
  const { store } = useWorkspace();
  useEffect(() => {
    if (asOf === null) return;
    prepareSearch(store.snapshot().items, whenIdle);
    whenIdle(readParts);
  }, [asOf, store]);
}
