// biome-ignore-all lint/a11y/useSemanticElements: a table drawn by parts is no <table>, whose rows would have to be there
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and says which row is meant
import { type CSSProperties, type MouseEvent, type RefObject, useCallback, useId } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { ListRow } from './ListRow.tsx';
import type { Action, Column, RowId } from './types.ts';
import type { ListState } from './use-list-state.ts';
import type { Selection } from './use-selection.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

const CHECK_WIDTH = 40;
/** At both ends of a row, see list.css. */
const PADDING = 20;

export interface ListTableProps<Row extends { id: RowId }> {
  label: string;
  rows: VirtualRows<Row>;
  scroller: RefObject<HTMLDivElement | null>;
  state: ListState;
  selection: Selection<Row>;
  columns: Column<Row>[];
  actions: Action<Row>[];
  actionsWidth: number;
  withWords: boolean;
  nameOf: (row: Row) => string;
  active: number;
  openId: string | undefined;
  onClick: (event: MouseEvent, index: number, row: Row) => void;
  onToggle: (event: MouseEvent, index: number, row: Row) => void;
}

function trackOf<Row>({ min, grow = 1 }: Column<Row>): string {
  return grow === 0 ? `${min}px` : `minmax(${min}px, ${grow}fr)`;
}

function Heading<Row>({ column, state }: { column: Column<Row>; state: ListState }) {
  const { sort, label, align } = column;
  const given = state.query.sort;
  const direction = sort && given.field === sort ? given.order : undefined;
  const className = align === 'right' ? 'list-cell list-heading list-right' : 'list-cell list-heading';
  if (!sort) {
    return (
      <div role="columnheader" className={className}>
        {label}
      </div>
    );
  }
  return (
    <div
      role="columnheader"
      className={className}
      aria-sort={direction === 'ASC' ? 'ascending' : direction === 'DESC' ? 'descending' : 'none'}
    >
      <button type="button" onClick={() => state.sortBy(sort)}>
        {label}
        {direction && <Icon name={direction === 'ASC' ? 'up' : 'down'} size={14} />}
      </button>
    </div>
  );
}

/** Rows of forty pixels under a heading that stays; one stop for Tab, and the arrows go on from there. */
export function ListTable<Row extends { id: RowId }>(props: ListTableProps<Row>) {
  const { label, rows, scroller, state, selection, columns, actions, actionsWidth, active, openId } = props;
  const id = useId();
  const { virtualizer, items, top, rowAt, total = 0, isStale } = rows;
  const hasActions = actions.length > 0;
  const tracks = [`${CHECK_WIDTH}px`, ...columns.map(trackOf), ...(hasActions ? [`${actionsWidth}px`] : [])];
  const least = columns.reduce((sum, { min }) => sum + min, CHECK_WIDTH + PADDING + (hasActions ? actionsWidth : 0));
  const style = { '--list-tracks': tracks.join(' '), '--list-least': `${least}px` } as CSSProperties;
  const isDrawn = items.some(({ index }) => index === active);
  const rowId = useCallback((index: number) => `${id}-${index}`, [id]);

  return (
    <div
      ref={scroller}
      className={isStale ? 'list-scroller list-stale' : 'list-scroller'}
      style={style}
      role="grid"
      aria-label={label}
      aria-multiselectable="true"
      aria-rowcount={total + 1}
      aria-colcount={tracks.length}
      aria-busy={isStale}
      aria-activedescendant={isDrawn ? rowId(active) : undefined}
      tabIndex={0}
    >
      <div role="row" aria-rowindex={1} className="list-head">
        <div role="columnheader" className="list-cell list-check">
          <span className="visually-hidden">Выбор</span>
        </div>
        {columns.map((column) => (
          <Heading key={column.key} column={column} state={state} />
        ))}
        {hasActions && (
          <div role="columnheader" className="list-cell list-heading list-actions">
            Действия
          </div>
        )}
      </div>
      <div role="rowgroup" className="list-rows" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <ListRow
              key={row?.id ?? `at-${index}`}
              id={rowId(index)}
              row={row}
              index={index}
              top={start - top}
              columns={columns}
              actions={actions}
              withWords={props.withWords}
              nameOf={props.nameOf}
              isActive={index === active}
              isChosen={row ? selection.has(row.id) : false}
              isOpen={row ? String(row.id) === openId : false}
              onClick={props.onClick}
              onToggle={props.onToggle}
            />
          );
        })}
      </div>
    </div>
  );
}
