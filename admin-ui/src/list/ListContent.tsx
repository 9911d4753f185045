import type { ReactNode } from 'react';
import { ListEmpty, ListFailed } from './ListMessages.tsx';
import type { RowId } from './types.ts';
import type { ListState } from './use-list-state.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

interface ListContentProps<Row extends { id: RowId }> {
  rows: VirtualRows<Row>;
  state: ListState;
  texts: { empty: ReactNode; nothingFound?: string; firstStep?: ReactNode; loadError: string };
  children: ReactNode;
}

/** Shows the rows, or in their place why there are none. */
export function ListContent<Row extends { id: RowId }>({ rows, state, texts, children }: ListContentProps<Row>) {
  // rows of another search or filter are not what was asked for
  if (rows.error && (rows.total === undefined || rows.isStale))
    return <ListFailed text={texts.loadError} error={rows.error} onRetry={rows.retry} />;
  if (rows.total !== 0 || rows.isStale) return children;
  const isFiltered = state.search !== '' || Object.keys(state.chosen).length > 0;
  return (
    <ListEmpty onReset={isFiltered ? state.reset : undefined} next={isFiltered ? undefined : texts.firstStep}>
      {state.isNarrowed ? (texts.nothingFound ?? texts.empty) : texts.empty}
    </ListEmpty>
  );
}
