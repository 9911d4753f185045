import type { MouseEvent, ReactNode, RefObject } from 'react';
import { RowActions } from './ListRow.tsx';
import type { Action, RowId } from './types.ts';
import type { Selection } from './use-selection.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

interface ListCardsProps<Row extends { id: RowId }> {
  label: string;
  rows: VirtualRows<Row>;
  scroller: RefObject<HTMLDivElement | null>;
  selection: Selection<Row>;
  card: (row: Row) => ReactNode;
  actions: Action<Row>[];
  nameOf: (row: Row) => string;
  onOpen?: (row: Row) => void;
  onToggle: (event: MouseEvent, index: number, row: Row) => void;
}

/** The list as cards, for screens too narrow for a table. */
export function ListCards<Row extends { id: RowId }>(props: ListCardsProps<Row>) {
  const { label, rows, scroller, selection, card, actions, nameOf, onOpen, onToggle } = props;
  const { virtualizer, items, rowAt, isStale } = rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <div ref={scroller} className={isStale ? 'list-scroller list-stale' : 'list-scroller'} tabIndex={0}>
      <ul className="list-cards" aria-label={label} aria-busy={isStale} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <li
              key={row?.id ?? `at-${index}`}
              ref={virtualizer.measureElement}
              data-index={index}
              className="list-card-place"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row ? (
                <article className={selection.has(row.id) ? 'list-card is-chosen' : 'list-card'}>
                  <div className="list-card-top">
                    <label className="list-card-check">
                      <input
                        type="checkbox"
                        checked={selection.has(row.id)}
                        readOnly
                        aria-label={`Выбрать: ${nameOf(row)}`}
                        onClick={(event) => onToggle(event, index, row)}
                      />
                    </label>
                    <div className="list-card-body">{card(row)}</div>
                  </div>
                  <div className="list-card-actions">
                    {onOpen && (
                      <button type="button" className="row-action" onClick={() => onOpen(row)}>
                        Подробнее<span className="visually-hidden">: {nameOf(row)}</span>
                      </button>
                    )}
                    <RowActions row={row} name={nameOf(row)} actions={actions} withWords reachable />
                  </div>
                </article>
              ) : (
                <div className="list-card list-card-bones" />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
