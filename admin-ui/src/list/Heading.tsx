// biome-ignore-all lint/a11y/useSemanticElements: a table drawn by parts is no <table>, whose rows would have to be there
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and says which row is meant
import { type DragEvent, type PointerEvent, useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import type { Column } from './types.ts';
import type { Columns } from './use-columns.ts';
import type { ListState } from './use-list-state.ts';

/** The drag-and-drop type of a column heading; nothing else may be dropped here. */
const CARRIED = 'application/x-ostatok-column';

interface HeadingProps<Row> {
  column: Column<Row>;
  state: ListState;
  columns: Columns<Row>;
  /** Set for the first column, which names the row and stays first. */
  isFixed: boolean;
}

/** Dragging a heading onto another moves the column there; the column menu does the same by keyboard. */
function dragging<Row>({ column: { key }, columns, isFixed }: HeadingProps<Row>) {
  if (isFixed) return {};
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(CARRIED, key),
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(CARRIED) && event.preventDefault(),
    onDrop(event: DragEvent) {
      event.preventDefault();
      columns.move(event.dataTransfer.getData(CARRIED), key);
    },
  };
}

/** Dragging it changes the column's width, which is saved on release. */
function Edge<Row>({ column, columns }: { column: Column<Row>; columns: Columns<Row> }) {
  const [pulled, setPulled] = useState<{ from: number; width: number; by: number }>();
  return (
    <span
      className="list-edge"
      aria-hidden="true"
      draggable
      onDragStart={(event) => {
        // The drag must not start on the heading itself.
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        const width = event.currentTarget.parentElement?.offsetWidth ?? column.min;
        event.currentTarget.setPointerCapture(event.pointerId);
        setPulled({ from: event.clientX, width, by: 0 });
      }}
      onPointerMove={({ clientX }) => pulled && setPulled({ ...pulled, by: clientX - pulled.from })}
      onPointerUp={() => {
        if (pulled && pulled.by !== 0) columns.widen(column.key, pulled.width + pulled.by);
        setPulled(undefined);
      }}
      onPointerCancel={() => setPulled(undefined)}
    >
      {pulled && <span className="list-edge-line" style={{ transform: `translateX(${pulled.by}px)` }} />}
    </span>
  );
}

export function Heading<Row>(props: HeadingProps<Row>) {
  const { column, state, columns } = props;
  const { sort, label, align } = column;
  const given = state.query.sort;
  const direction = sort && given.field === sort ? given.order : undefined;
  const order = direction === 'ASC' ? 'ascending' : direction === 'DESC' ? 'descending' : 'none';
  return (
    <div
      role="columnheader"
      className={align === 'right' ? 'list-cell list-heading list-right' : 'list-cell list-heading'}
      aria-sort={sort ? order : undefined}
      {...dragging(props)}
    >
      {sort ? (
        <button type="button" onClick={() => state.sortBy(sort)}>
          {label}
          {direction && <Icon name={direction === 'ASC' ? 'up' : 'down'} size={14} />}
        </button>
      ) : (
        label
      )}
      <Edge column={column} columns={columns} />
    </div>
  );
}
