import { useMediaQuery } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ListQuery } from '../data-provider.ts';
import { toastFailed } from '../ui/toasts.tsx';
import { BulkBar } from './BulkBar.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { csvExporter, type Exporter, ExportMenu, exportRows } from './ExportMenu.tsx';
import { Inspector } from './Inspector.tsx';
import { ListCards } from './ListCards.tsx';
import { ListEmpty, ListFailed } from './ListMessages.tsx';
import { ListTable } from './ListTable.tsx';
import { ListTools } from './ListTools.tsx';
import { SavedViews } from './SavedViews.tsx';
import type { Action, Column, Filter, RowId } from './types.ts';
import { useColumns } from './use-columns.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListState } from './use-list-state.ts';
import { takeAll, takeRange } from './use-rows.ts';
import { useSelection } from './use-selection.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import { xlsxExporters } from './xlsx-exporter.ts';

interface DataListProps<Row extends { id: RowId }> {
  /** A name in `resources.ts`, which gives its path and the events that keep the list current. */
  resource: string;
  /** The heading; exported files and the administrator's settings are named by it too. */
  title: string;
  /** The list's path, such as `/admin/users`; a record's path adds its id. */
  base: string;
  columns: Column<Row>[];
  /** The row as a card, for screens too narrow for a table. */
  card: (row: Row) => ReactNode;
  /** The row's name for screen readers. */
  nameOf: (row: Row) => string;
  sort: ListQuery['sort'];
  /** The placeholder of the search field; without it there is no search. */
  search?: string;
  searchDelay?: number;
  filters?: Filter[];
  /** A filter sent with every query and never shown. */
  fixed?: Record<string, unknown>;
  actions?: Action<Row>[];
  /** Shows labels instead of icons in the table's actions; the number is their width in px. */
  actionWords?: boolean;
  actionsWidth?: number;
  /** Renders the record beside the list; Enter or a click opens it. */
  details?: (id: string, row: Row | undefined) => ReactNode;
  /** The path of the row's own page, which replaces the record beside the list. */
  addressOf?: (row: Row) => string;
  /** The page's primary button, beside the heading. */
  buttons?: ReactNode;
  /** Content between the heading and the search. */
  above?: ReactNode;
  /** Shown when the list is empty, and when the search or filters leave nothing. */
  empty: ReactNode;
  nothingFound?: string;
  /** Shown in an empty list: what to do next, or where rows come from. */
  firstStep?: ReactNode;
  loadError?: string;
  /** Called by Alt with an arrow to move the row within the list. */
  onShift?: (row: Row, by: number) => void;
  /** Shortcuts for the active row, by KeyboardEvent.code. */
  rowKeys?: Record<string, (row: Row) => void>;
  /** Additional export formats; CSV is always available. */
  exporters?: Exporter[];
}

const SEARCH_DELAY_MS = 250;
const LOAD_ERROR = 'Не удалось загрузить данные';
/** The width of the column «Действия», px; three icons fit. */
const ICONS_WIDTH = 100;
const NO_FILTERS: Filter[] = [];
const NO_ACTIONS: never[] = [];

/** The list that every tab uses. */
export function DataList<Row extends { id: RowId }>(props: DataListProps<Row>) {
  const { resource, title, base, columns, card, nameOf, sort, details, addressOf, empty } = props;
  const filters = props.filters ?? NO_FILTERS;
  const actions: Action<Row>[] = props.actions ?? NO_ACTIONS;
  const asCards = useMediaQuery('(max-width: 767.95px)', { noSsr: true });
  // On a narrow screen the row's data needs the room more than the labels of its actions.
  const isNarrow = useMediaQuery('(max-width: 1099.95px)', { noSsr: true });
  const state = useListState({ filters, sort, fixed: props.fixed });
  const selection = useSelection<Row>();
  const arranged = useColumns(resource, columns);
  const scroller = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const rows = useVirtualRows<Row>({ resource, query: state.query, scroller, asCards });
  const { virtualizer, rowAt, total } = rows;
  const [active, setActive] = useState(-1);
  const anchor = useRef(0);
  const isByKeys = useRef(false);

  const queries = useQueryClient();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const openId = pathname.startsWith(`${base}/`) ? decodeURIComponent(pathname.slice(base.length + 1)) : undefined;
  const asSigns = isNarrow || (details !== undefined && openId !== undefined);
  const open = useCallback(
    (row: Row) => {
      if (addressOf) navigate(addressOf(row));
      else if (details)
        navigate(`${base}/${encodeURIComponent(row.id)}${window.location.search}`, { replace: openId !== undefined });
    },
    [details, addressOf, navigate, base, openId],
  );
  const close = () => navigate(`${base}${window.location.search}`);

  const choose = useCallback(
    async (index: number) => selection.add(await takeRange<Row>(resource, state.query, anchor.current, index)),
    [selection.add, resource, state.query],
  );
  const onToggle = useCallback(
    (event: MouseEvent, index: number, row: Row) => {
      setActive(index);
      if (event.shiftKey) return void choose(index);
      anchor.current = index;
      selection.toggle(row);
    },
    [choose, selection.toggle],
  );
  const onClick = useCallback(
    (event: MouseEvent, index: number, row: Row) => {
      if (event.shiftKey || event.ctrlKey || event.metaKey) return onToggle(event, index, row);
      // Selecting text in a row must not open it.
      if (window.getSelection()?.type === 'Range') return;
      setActive(index);
      anchor.current = index;
      isByKeys.current = false;
      open(row);
    },
    [onToggle, open],
  );

  function goTo(index: number, extend = false): void {
    const to = Math.min(Math.max(0, index), Math.max(0, (total ?? 0) - 1));
    if (!extend) anchor.current = to;
    setActive(to);
    virtualizer.scrollToIndex(to);
    if (extend) void choose(to);
    const row = rowAt(to);
    if (openId !== undefined && row && !extend) open(row);
  }

  async function chooseAll(): Promise<void> {
    try {
      selection.add((await takeAll<Row>(resource, state.query)).rows);
    } catch (error) {
      toastFailed(props.loadError ?? LOAD_ERROR, error);
    }
  }

  const openRow = rows.items.map(({ index }) => rowAt(index)).find((row) => String(row?.id) === openId);
  useListKeys({
    move: (by, extend) => goTo(active < 0 ? 0 : active + by, extend),
    moveTo: (end) => goTo(end === 'first' ? 0 : (total ?? 1) - 1),
    open() {
      const row = rowAt(active);
      isByKeys.current = true;
      if (row) open(row);
    },
    toggle() {
      const row = rowAt(active);
      anchor.current = active;
      if (row) selection.toggle(row);
    },
    all: chooseAll,
    leave: () => (selection.size > 0 ? selection.clear() : openId !== undefined && close()),
    search: () => searchField.current?.select(),
    other(code) {
      // A shortcut applies to the open record, wherever the focus is in the list.
      const row =
        openId === undefined ? rowAt(active) : (openRow ?? queries.getQueryData<Row>([resource, 'getOne', openId]));
      const act = props.rowKeys?.[code];
      if (row && act) act(row);
      return Boolean(row && act);
    },
    shift(by) {
      const row = rowAt(active);
      if (!row || !props.onShift) return;
      props.onShift(row, by);
      setActive(Math.min(Math.max(0, active + by), (total ?? 1) - 1));
    },
  });

  const isFiltered = state.search !== '' || Object.keys(state.chosen).length > 0;
  const common = { label: title, rows, scroller, selection, actions, nameOf, onToggle };
  return (
    <section className="list-page">
      <header className="list-title">
        <h1>{title}</h1>
        <span className="list-count" aria-live="polite">
          {total === undefined ? '' : total.toLocaleString('ru-RU')}
        </span>
        <span className="list-buttons">{props.buttons}</span>
      </header>
      {props.above}
      <ListTools
        state={state}
        filters={filters}
        search={props.search}
        searchDelay={props.searchDelay ?? SEARCH_DELAY_MS}
        searchField={searchField}
        onLeaveSearch={() => {
          scroller.current?.focus();
          if (active < 0) setActive(0);
        }}
      >
        <SavedViews list={resource} query={state.text} isForRecord={openId !== undefined} onApply={state.apply} />
        {!asCards && <ColumnMenu columns={arranged} />}
        <ExportMenu
          exporters={[
            csvExporter(resource, title, arranged.all),
            ...xlsxExporters(resource, title),
            ...(props.exporters ?? []),
          ]}
          query={state.query}
        />
      </ListTools>
      {selection.size > 0 && (
        <BulkBar
          selection={selection}
          actions={actions}
          total={total ?? 0}
          onAll={chooseAll}
          onExport={(chosen) => exportRows(title, arranged.all, chosen)}
        />
      )}
      <div className="list-body">
        {rows.error && total === undefined ? (
          <ListFailed text={props.loadError ?? LOAD_ERROR} error={rows.error} onRetry={rows.retry} />
        ) : total === 0 && !rows.isStale ? (
          <ListEmpty onReset={isFiltered ? state.reset : undefined} next={isFiltered ? undefined : props.firstStep}>
            {state.isNarrowed ? (props.nothingFound ?? empty) : empty}
          </ListEmpty>
        ) : asCards ? (
          <ListCards {...common} card={card} onOpen={details || addressOf ? open : undefined} />
        ) : (
          <ListTable
            {...common}
            state={state}
            columns={arranged}
            actionsWidth={props.actionWords && asSigns ? ICONS_WIDTH : (props.actionsWidth ?? 120)}
            withWords={(props.actionWords ?? false) && !asSigns}
            active={active}
            openId={openId}
            onAll={chooseAll}
            onClick={onClick}
          />
        )}
        {details && openId !== undefined && (
          <Inspector label={`${title}: подробности`} onClose={close} takesFocus={isByKeys.current} back={scroller}>
            {details(openId, openRow)}
          </Inspector>
        )}
      </div>
    </section>
  );
}
