import { Alert, Button } from '@mantine/core';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import {
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { isSlash, isTyping } from '../../lib/keys.ts';
import { withQueued } from '../../lib/outbox.ts';
import { existing, nothingSelected } from '../../lib/selection.ts';
import { type SortKey, viewOf, wholeStock } from '../../lib/stock-filter.ts';
import { prepareSearch } from '../../lib/stock-search.ts';
import { useOnPhone } from '../../lib/use-on-phone.ts';
import { useIsAdmin, useLive, useQueue, useStock, useWorkspace } from '../../lib/workspace.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ChangeSheet } from './ChangeSheet.tsx';
import type { ChangeMode } from './change-draft.ts';
import { LiveFeed, LiveLine } from './LiveFeed.tsx';
import { QueueNotice } from './QueueNotice.tsx';
import classes from './StockPage.module.css';
import { StockTable, type TableHandle } from './StockTable.tsx';
import { StockToolbar } from './StockToolbar.tsx';
import { useCardAddress } from './use-card-address.ts';
import { useRecordChange } from './use-record-change.ts';
import { useStockView } from './use-stock-view.ts';
import type { FullView } from './view-address.ts';

/** Forms and what checks them come after the list, while nobody has pressed anything yet. */
const parts = {
  card: () => import('./card/ItemCard.tsx'),
  newItem: () => import('./card/NewItem.tsx'),
  bulk: () => import('./BulkBar.tsx'),
};
const ItemCard = lazy(async () => ({ default: (await parts.card()).ItemCard }));
const NewItem = lazy(async () => ({ default: (await parts.newItem()).NewItem }));
const BulkBar = lazy(async () => ({ default: (await parts.bulk()).BulkBar }));

/** Pressing a column again turns it over; numbers start with the largest difference worth seeing. */
const sortedBy = (view: FullView, sort: SortKey): Pick<FullView, 'sort' | 'descending'> => ({
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

interface Changing {
  id: number;
  mode: ChangeMode;
}

interface DialogsProps {
  rows: readonly ShownItem[];
  card: ReturnType<typeof useCardAddress>;
  changing: Changing | null;
  setChanging: (changing: Changing | null) => void;
}

/** The item whose dialog is open, always as it is now; closing gives the keyboard back to its row. */
function Dialogs({ rows, card, changing, setChanging }: DialogsProps) {
  const { byId } = useStock();
  const queue = useQueue();
  const record = useRecordChange();
  const opened = card.id === null ? undefined : byId.get(card.id);
  const changed = changing ? byId.get(changing.id) : undefined;
  return (
    <Suspense>
      {opened && (
        <ItemCard
          item={opened}
          tab={card.tab}
          rows={rows}
          onTab={(tab) => card.open(opened.id, tab)}
          onGo={({ id }) => card.open(id, card.tab)}
          onChange={({ id }, mode) => setChanging({ id, mode })}
          onClose={card.close}
        />
      )}
      {changing && changed && (
        <ChangeSheet
          key={`${changed.id} ${changing.mode}`}
          item={changed}
          quantity={withQueued(changed.quantity, changed.id, queue)}
          mode={changing.mode}
          onClose={() => setChanging(null)}
          onCard={() => {
            setChanging(null);
            card.open(changed.id, 'history');
          }}
          onSubmit={(amount, words) => {
            record(changed, amount, words);
            setChanging(null);
          }}
        />
      )}
    </Suspense>
  );
}

/** Chosen rows, without those that are gone. */
function useSelection() {
  const { byId } = useStock();
  const [kept, setSelection] = useState(nothingSelected);
  const [selecting, setSelecting] = useState(false);
  const selection = useMemo(() => existing(kept, byId), [kept, byId]);
  return {
    selection,
    setSelection,
    selecting,
    toggleSelecting: () => {
      setSelecting(!selecting);
      setSelection(nothingSelected);
    },
    items: useMemo(
      () => [...selection.ids].map((id) => byId.get(id)).filter((item) => item !== undefined),
      [selection, byId],
    ),
  };
}

/** What searches look into, and what is likely opened next, is read while nobody presses anything yet. */
function usePreparations(): void {
  const { asOf } = useStock();
  const { store } = useWorkspace();
  useEffect(() => {
    if (asOf === null) return;
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 50));
    prepareSearch(store.snapshot().items, (run) => void idle(run));
    idle(() => {
      for (const read of Object.values(parts)) read().catch(() => {});
    });
  }, [asOf, store]);
}

/** Down from the search: into the rows that it finds, not into those that stand there until it has found them. */
function useEntering(table: RefObject<TableHandle | null>, found: boolean): () => void {
  const [entering, setEntering] = useState(false);
  useEffect(() => {
    if (!entering || !found) return;
    table.current?.enter();
    setEntering(false);
  }, [entering, found, table]);
  return () => setEntering(true);
}

export function StockPage() {
  const stock = useStock();
  const queue = useQueue();
  const { loadError, blind } = useLive();
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
        {blind && (
          <Alert color="amber" variant="light">
            Идёт слепой подсчёт: остатки позиций, которые считают, скрыты до его закрытия
          </Alert>
        )}
        {loadError !== null && stock.items.length > 0 && (
          <Alert color="red" variant="light" role="alert">
            {stock.asOf === null ? 'Показана часть списка' : 'Список мог отстать'}: {messageOf(loadError)}
          </Alert>
        )}
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
      <Dialogs rows={rows} card={card} changing={changing} setChanging={setChanging} />
      <Suspense>{adding && <NewItem onClose={() => setAdding(false)} />}</Suspense>
    </div>
  );
}
