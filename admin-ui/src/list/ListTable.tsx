// biome-ignore-all lint/a11y/useSemanticElements: a table drawn by parts is no <table>, whose rows would have to be there
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and says which row is meant
import { type CSSProperties, type MouseEvent, type RefObject, useCallback, useId } from 'react';
import { Heading } from './Heading.tsx';
import { ListRow } from './ListRow.tsx';
import type { Action, Column, RowId } from './types.ts';
import type { Columns } from './use-columns.ts';
import type { ListState } from './use-list-state.ts';
import type { Selection } from './use-selection.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

const CHECK_WIDTH = 40;
/** The padding at both ends of a row, px, as in list.css. */
const PADDING = 20;

interface ListTableProps<Row extends { id: RowId }> {
  label: string;
  rows: VirtualRows<Row>;
  scroller: RefObject<HTMLDivElement | null>;
  state: ListState;
  selection: Selection<Row>;
  columns: Columns<Row>;
  actions: Action<Row>[];
  actionsWidth: number;
  withWords: boolean;
  nameOf: (row: Row) => string;
  active: number;
  openId: string | undefined;
  onAll: () => void;
  onClick: (event: MouseEvent, index: number, row: Row) => void;
  onToggle: (event: MouseEvent, index: number, row: Row) => void;
}

function trackOf<Row>({ min, grow = 1 }: Column<Row>): string {
  return grow === 0 ? `${min}px` : `minmax(${min}px, ${grow}fr)`;
}

/** Shows the full text of a truncated cell as a tooltip. */
function hintCut({ target }: MouseEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.list-cell:not(.list-actions)') : null;
  if (!cell) return;
  const part = cell.querySelector<HTMLElement>('.venue-link-name');
  const isCut = [cell, part].some((box) => box && box.scrollWidth > box.clientWidth);
  if (isCut) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

/** A table with rows of forty px and a sticky heading. It is one tab stop; the arrow keys move within it. */
export function ListTable<Row extends { id: RowId }>(props: ListTableProps<Row>) {
  const { label, rows, scroller, state, selection, actions, actionsWidth, active, openId } = props;
  const columns = props.columns.shown;
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
      onPointerOver={hintCut}
      aria-activedescendant={isDrawn ? rowId(active) : undefined}
      tabIndex={0}
    >
      <div role="row" aria-rowindex={1} className="list-head">
        <div role="columnheader" className="list-cell list-check">
          <input
            type="checkbox"
            aria-label="Выбрать все найденные"
            title="Выбрать все найденные (Ctrl A)"
            checked={total > 0 && selection.size >= total}
            readOnly
            ref={(box) => {
              if (box) box.indeterminate = selection.size > 0 && selection.size < total;
            }}
            onClick={() => (selection.size > 0 ? selection.clear() : props.onAll())}
          />
        </div>
        {columns.map((column, index) => (
          <Heading key={column.key} column={column} state={state} columns={props.columns} isFixed={index === 0} />
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
