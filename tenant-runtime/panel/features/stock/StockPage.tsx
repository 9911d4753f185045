import { Button } from '@mantine/core';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useSlash } from '../../keyboard/use-slash.ts';
import { nothingSelected } from '../../stock/selection.ts';
import { type SortKey, viewOf, wholeStock } from '../../stock/stock-filter.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useOnPhone } from '../../ui/use-on-phone.ts';
import { useIsAdmin, useLive, useQueue, useStock, useWorkspace } from '../../workspace/workspace.ts';
import { AttachedCodes } from './AttachedCodes.tsx';
import type { ChangeMode } from './change-draft.ts';
import { LiveFeed, LiveLine } from './LiveFeed.tsx';
import { BulkBar, NewItem } from './later-parts.ts';
import { QueueNotice } from './QueueNotice.tsx';
import { StockAlerts } from './StockAlerts.tsx';
import { type Changing, StockDialogs } from './StockDialogs.tsx';
import classes from './StockPage.module.css';
import { StockTable } from './StockTable.tsx';
import { StockToolbar } from './StockToolbar.tsx';
import type { TableHandle } from './stock-table-props.ts';
import { useCardAddress } from './use-card-address.ts';
import { useEntering } from './use-entering.ts';
import { usePreparations } from './use-preparations.ts';
import { useSelection } from './use-selection.ts';
import { useStockView } from './use-stock-view.ts';
import type { FullView } from './view-address.ts';

/**
 * Pressing the sorted column again reverses it. A new column starts ascending; only the time of change starts with the
 * newest.
 */
const sortedBy = (view: FullView, sort: SortKey): Pick<FullView, 'sort' | 'descending'> => ({
  sort,
  descending: view.sort === sort ? !view.descending : sort === 'changed_at',
});

function Empty({ onAdd }: { onAdd: (() => void) | undefined }) {
  if (!onAdd) return <Notice title="Позиций пока нет" text="Их добавит администратор заведения" />;
  return (
    <Notice title="Позиций пока нет" text="Загрузите прайс-лист или остатки из Excel — столбцы найдутся сами">
      <Button component={Link} to="/excel">
        Загрузить из Excel
      </Button>
      <Button variant="subtle" onClick={onAdd}>
        Добавить вручную
      </Button>
    </Notice>
  );
}

export function StockPage() {
  const stock = useStock();
  const queue = useQueue();
  const { loadError } = useLive();
  const { live } = useWorkspace();
  const isAdmin = useIsAdmin();
  const onPhone = useOnPhone();
  const [view, onView] = useStockView();
  const card = useCardAddress();
  const [changing, setChanging] = useState<Changing | null>(null);
  const [adding, setAdding] = useState(false);
  const { selection, setSelection, selecting, toggleSelecting, items: chosen } = useSelection();
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<TableHandle>(null);
  const wanted = useDeferredValue(view);
  const rows = useMemo(() => viewOf(stock.items, wanted), [stock.items, wanted]);
  const enter = useEntering(table, wanted === view);
  const shown = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const change = useCallback((item: ShownItem, mode: ChangeMode) => setChanging({ id: item.id, mode }), []);
  const edit = useCallback((item: ShownItem) => card.open(item.id, 'data'), [card.open]);
  const add = isAdmin ? () => setAdding(true) : undefined;
  usePreparations();
  useSlash(search);

  function content() {
    if (stock.asOf === null && stock.items.length === 0) {
      return loadError ? <Failure error={loadError} onRetry={() => void live.reload()} /> : <ListSkeleton />;
    }
    if (stock.items.length === 0) return <Empty onAdd={add} />;
    if (rows.length === 0) {
      return (
        <Notice title="Ничего не нашлось" text="Проверьте название или снимите фильтры" fill={0.1}>
          <Button variant="default" onClick={() => onView(wholeStock)}>
            Показать все позиции
          </Button>
        </Notice>
      );
    }
    return (
      <StockTable
        rows={rows}
        stock={stock}
        queue={queue}
        sort={view.sort}
        descending={view.descending}
        onSort={(key) => onView(sortedBy(view, key))}
        onChange={change}
        onOpen={(item) => (onPhone ? change(item, 'minus') : card.open(item.id, 'history'))}
        onEdit={isAdmin ? edit : undefined}
        selection={selection}
        onSelect={isAdmin ? setSelection : undefined}
        selecting={selecting}
        handle={table}
      />
    );
  }

  return (
    <div className={classes.page}>
      <title>Остатки — Остаток</title>
      <h1 className={classes.hidden}>Остатки</h1>
      <div className={classes.work}>
        {stock.items.length > 0 && (
          <StockToolbar
            view={view}
            onView={onView}
            onEnterRows={enter}
            onAdd={add}
            onSelecting={isAdmin ? toggleSelecting : undefined}
            selecting={selecting}
            searchRef={search}
          />
        )}
        <QueueNotice />
        {isAdmin && <AttachedCodes />}
        <StockAlerts />
        {stock.items.length > 0 && <LiveLine />}
        {content()}
        {(chosen.length > 0 || selecting) && (
          <Suspense>
            <BulkBar
              items={chosen}
              unseen={chosen.filter(({ id }) => !shown.has(id)).length}
              onClear={() => (selecting ? toggleSelecting() : setSelection(nothingSelected))}
            />
          </Suspense>
        )}
      </div>
      <LiveFeed />
      <StockDialogs rows={rows} card={card} changing={changing} setChanging={setChanging} />
      <Suspense>{adding && <NewItem onClose={() => setAdding(false)} />}</Suspense>
    </div>
  );
}
