import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { Ref } from 'react';
import type { Stock } from '../../live/stock-store.ts';
import type { QueuedChange } from '../../offline/outbox.ts';
import type { Selection } from '../../stock/selection.ts';
import type { SortKey } from '../../stock/stock-filter.ts';
import type { ChangeMode } from './change-draft.ts';
import type { Sorting } from './StockHead.tsx';

export interface TableHandle {
  /** Puts the keyboard on the first row. */
  enter: () => void;
}

export interface StockTableProps extends Sorting {
  rows: readonly ShownItem[];
  stock: Stock;
  queue: readonly QueuedChange[];
  onSort: (key: SortKey) => void;
  onChange: (item: ShownItem, mode: ChangeMode) => void;
  /** The row's own meaning: its card, or a change under a thumb. */
  onOpen: (item: ShownItem) => void;
  onEdit?: ((item: ShownItem) => void) | undefined;
  selection: Selection;
  /** Absent for those who may not choose. */
  onSelect?: ((next: Selection) => void) | undefined;
  /** A tap chooses instead of opening. */
  selecting: boolean;
  handle: Ref<TableHandle>;
}
