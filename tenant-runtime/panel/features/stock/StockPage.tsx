import { Alert, Button } from '@mantine/core';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { isSlash, isTyping } from '../../lib/keys.ts';
import { withQueued } from '../../lib/outbox.ts';
import { type SortKey, type StockView, viewOf } from '../../lib/stock-filter.ts';
import { useIsAdmin, useLive, useQueue, useStock, useWorkspace } from '../../lib/workspace.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ChangeSheet } from './ChangeSheet.tsx';
import type { ChangeMode } from './change-draft.ts';
import { ItemDrawer } from './ItemDrawer.tsx';
import { LiveFeed, LiveLine } from './LiveFeed.tsx';
import { QueueNotice } from './QueueNotice.tsx';
import classes from './StockPage.module.css';
import { StockTable, type TableHandle } from './StockTable.tsx';
import { StockToolbar } from './StockToolbar.tsx';
import { useRecordChange } from './use-record-change.ts';

const initialView: StockView = { search: '', category: null, sort: 'name', descending: false };

/** Pressing a column again turns it over; numbers start with the largest difference worth seeing. */
const sortedBy = (view: StockView, sort: SortKey): Pick<StockView, 'sort' | 'descending'> => ({
  sort,
  descending: view.sort === sort ? !view.descending : sort === 'updated_at',
});

function useSlash(focus: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSlash(event) || isTyping(event.target) || document.querySelector('[role=dialog]')) return;
    event.preventDefault();
    focus();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

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

/** The item whose dialog is open, always as it is now; closing gives the keyboard back to its row. */
type Dialog = { kind: 'change'; id: number; mode: ChangeMode } | { kind: 'card'; id: number | null } | null;

function Dialogs({ dialog, setDialog }: { dialog: Dialog; setDialog: (dialog: Dialog) => void }) {
  const { byId } = useStock();
  const queue = useQueue();
  const record = useRecordChange();
  const close = (): void => setDialog(null);
  if (!dialog) return null;
  const item = dialog.id === null ? null : byId.get(dialog.id);
  if (dialog.kind === 'card') return item === undefined ? null : <ItemDrawer item={item} onClose={close} />;
  if (!item) return null;
  return (
    <ChangeSheet
      key={`${item.id} ${dialog.mode}`}
      item={item}
      quantity={withQueued(item.quantity, item.id, queue)}
      mode={dialog.mode}
      onClose={close}
      onEdit={() => setDialog({ kind: 'card', id: item.id })}
      onSubmit={(amount, note) => {
        record(item, amount, note);
        close();
      }}
    />
  );
}

export function StockPage() {
  const stock = useStock();
  const queue = useQueue();
  const { loadError } = useLive();
  const { live } = useWorkspace();
  const isAdmin = useIsAdmin();
  const [view, setView] = useState(initialView);
  const [dialog, setDialog] = useState<Dialog>(null);
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<TableHandle>(null);
  const wanted = useDeferredValue(view);
  const rows = useMemo(() => viewOf(stock.items, wanted), [stock.items, wanted]);
  const change = useCallback(
    (item: ShownItem, mode: ChangeMode) => setDialog({ kind: 'change', id: item.id, mode }),
    [],
  );
  const edit = useCallback((item: ShownItem) => setDialog({ kind: 'card', id: item.id }), []);
  const onView = (next: Partial<StockView>): void => setView((before) => ({ ...before, ...next }));
  const add = isAdmin ? () => setDialog({ kind: 'card', id: null }) : undefined;
  useSlash(() => {
    search.current?.focus();
    search.current?.select();
  });

  function content() {
    if (stock.asOf === null && stock.items.length === 0) {
      return loadError ? <Failure error={loadError} onRetry={() => void live.reload()} /> : <ListSkeleton />;
    }
    if (stock.items.length === 0) return <Empty onAdd={add} />;
    if (rows.length === 0) {
      return (
        <Notice title="Ничего не нашлось" text="Проверьте название или поищите по части слова" fill={0.1}>
          <Button variant="default" onClick={() => setView(initialView)}>
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
        onEdit={isAdmin ? edit : undefined}
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
            onEnterRows={() => table.current?.enter()}
            onAdd={add}
            searchRef={search}
          />
        )}
        <QueueNotice />
        {loadError !== null && stock.items.length > 0 && (
          <Alert color="red" variant="light" role="alert">
            {stock.asOf === null ? 'Показана часть списка' : 'Список мог отстать'}: {messageOf(loadError)}
          </Alert>
        )}
        {stock.items.length > 0 && <LiveLine />}
        {content()}
      </div>
      <LiveFeed />
      <Dialogs dialog={dialog} setDialog={setDialog} />
    </div>
  );
}
