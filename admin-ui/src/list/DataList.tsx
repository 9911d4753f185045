import { useMediaQuery } from '@mui/material';
import { type ReactNode, useRef } from 'react';
import type { ListQuery } from '../data-provider.ts';
import { toastFailed } from '../ui/toasts.tsx';
import { BulkBar } from './BulkBar.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { type Exporter, ExportMenu, exportRows } from './ExportMenu.tsx';
import { exportersOf } from './exporters.ts';
import { Inspector } from './Inspector.tsx';
import { ListCards } from './ListCards.tsx';
import { ListContent } from './ListContent.tsx';
import { ListTable } from './ListTable.tsx';
import { ListTitle } from './ListTitle.tsx';
import { ListTools } from './ListTools.tsx';
import { ListWindow } from './ListWindow.tsx';
import { SavedViews } from './SavedViews.tsx';
import type { Action, Column, Filter, RowId } from './types.ts';
import { useActiveRow } from './use-active-row.ts';
import { useColumns } from './use-columns.ts';
import { useListNavigation } from './use-list-navigation.ts';
import { useListState } from './use-list-state.ts';
import { useOpenRecord } from './use-open-record.ts';
import { takeAll } from './use-rows.ts';
import { useSelection } from './use-selection.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

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
  const { resource, title, base, columns, card, nameOf, sort, details, addressOf, loadError = LOAD_ERROR } = props;
  const filters = props.filters ?? NO_FILTERS;
  const actions: Action<Row>[] = props.actions ?? NO_ACTIONS;
  const asCards = useMediaQuery('(max-width: 767.95px)', { noSsr: true });
  // On a narrow screen the row's data needs the room more than the labels of its actions.
  const isNarrow = useMediaQuery('(max-width: 1099.95px)', { noSsr: true });
  const state = useListState({ filters, sort, fixed: props.fixed });
  const selection = useSelection<Row>(JSON.stringify(state.query.filter));
  const arranged = useColumns(resource, columns);
  const scroller = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const rows = useVirtualRows<Row>({ resource, query: state.query, scroller, asCards });
  const { rowAt, total, beyond } = rows;
  const record = useOpenRecord<Row>({ base, isBeside: details !== undefined, addressOf });
  const { openId, open, close } = record;
  const pointer = useActiveRow<Row>({ resource, query: state.query, rows, selection, open });
  const { active, setActive, isByKeys, onToggle, onClick } = pointer;
  const asSigns = isNarrow || (details !== undefined && openId !== undefined);

  async function chooseAll(): Promise<void> {
    try {
      selection.add((await takeAll<Row>(resource, state.query)).rows);
    } catch (error) {
      toastFailed(loadError, error);
    }
  }

  const openRow = rows.items.map(({ index }) => rowAt(index)).find((row) => String(row?.id) === openId);
  useListNavigation<Row>({
    resource,
    rows,
    pointer,
    record,
    openRow,
    selection,
    searchField,
    chooseAll,
    onShift: props.onShift,
    rowKeys: props.rowKeys,
  });

  const common = { label: title, rows, scroller, selection, actions, nameOf, onToggle };
  return (
    <section className="list-page">
      <ListTitle title={title} total={total} isMore={beyond.isMore ?? false} buttons={props.buttons} />
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
        <ExportMenu exporters={exportersOf(resource, title, arranged.all, props.exporters)} query={state.query} />
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
        <ListContent rows={rows} state={state} texts={{ ...props, loadError }}>
          {asCards ? (
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
        </ListContent>
        {details && openId !== undefined && (
          <Inspector label={`${title}: подробности`} onClose={close} takesFocus={isByKeys.current} back={scroller}>
            {details(openId, openRow)}
          </Inspector>
        )}
      </div>
      <ListWindow rows={rows} onGo={state.goAfter} />
    </section>
  );
}
