// biome-ignore-all lint/a11y/useKeyWithClickEvents: the keys are the whole list's, see use-list-keys.ts
// biome-ignore-all lint/a11y/useSemanticElements: a table drawn by parts is no <table>, whose rows would have to be there
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and says which row is meant
import { type MouseEvent, memo, useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { RunButton } from './RunButton.tsx';
import { RowReach } from './row-reach.ts';
import { type Action, actionsOf, type Column, type RowId } from './types.ts';

/** Counts how often the visible row was changed by the server. */
function useWarmth(row: unknown): number {
  const before = useRef(row);
  const [warmth, setWarmth] = useState(0);
  useEffect(() => {
    if (before.current && row && before.current !== row) setWarmth((times) => times + 1);
    before.current = row;
  }, [row]);
  return warmth;
}

interface RowActionsProps<Row> {
  row: Row;
  name: string;
  actions: Action<Row>[];
  withWords: boolean;
  reachable: boolean;
}

/** Only the active row's actions are tab stops; otherwise a list would have too many. */
export function RowActions<Row extends { id: RowId }>(props: RowActionsProps<Row>) {
  const { row, name, actions, withWords, reachable } = props;
  return actionsOf(actions, row).map((action) => (
    <RunButton
      key={action.key}
      action={action}
      rows={[row]}
      className={action.danger ? 'row-action row-action-danger' : 'row-action'}
      title={withWords ? undefined : action.label}
      aria-label={`${action.label}: ${name}`}
      tabIndex={reachable ? 0 : -1}
    >
      {withWords ? action.label : <Icon name={action.icon} size={18} />}
    </RunButton>
  ));
}

interface ListRowProps<Row> {
  row: Row | undefined;
  id: string;
  index: number;
  top: number;
  columns: Column<Row>[];
  actions: Action<Row>[];
  withWords: boolean;
  nameOf: (row: Row) => string;
  isActive: boolean;
  isChosen: boolean;
  isOpen: boolean;
  onClick: (event: MouseEvent, index: number, row: Row) => void;
  onToggle: (event: MouseEvent, index: number, row: Row) => void;
}

function PlainListRow<Row extends { id: RowId }>(props: ListRowProps<Row>) {
  const { row, id, index, top, columns, actions, withWords, nameOf, isActive, isChosen, isOpen } = props;
  const warmth = useWarmth(row);
  const state = [isActive && 'is-active', isChosen && 'is-chosen', isOpen && 'is-open'];
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      aria-busy={row ? undefined : true}
      tabIndex={-1}
      className={`list-row ${state.filter(Boolean).join(' ')}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => row && props.onClick(event, index, row)}
    >
      {warmth > 0 && <span key={warmth} className="list-warmth" aria-hidden="true" />}
      <div role="gridcell" className="list-cell list-check">
        {row && (
          <input
            type="checkbox"
            checked={isChosen}
            readOnly
            tabIndex={-1}
            aria-label={`Выбрать: ${nameOf(row)}`}
            onClick={(event) => {
              event.stopPropagation();
              props.onToggle(event, index, row);
            }}
          />
        )}
      </div>
      <RowReach value={isActive}>
        {columns.map(({ key, align, render }) => (
          <div role="gridcell" key={key} className={align === 'right' ? 'list-cell list-right' : 'list-cell'}>
            {row ? render(row) : <span className="list-bone" />}
          </div>
        ))}
      </RowReach>
      {actions.length > 0 && (
        <div role="gridcell" className="list-cell list-actions">
          {row && (
            <RowActions row={row} name={nameOf(row)} actions={actions} withWords={withWords} reachable={isActive} />
          )}
        </div>
      )}
    </div>
  );
}

/** Memoised: scrolling rerenders only rows that changed. */
export const ListRow = memo(PlainListRow) as typeof PlainListRow;
