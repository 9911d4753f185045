import { useMemo } from 'react';
import { outcomeOf } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';
import { Icon } from '../ui/Icon.tsx';
import { RunButton } from './RunButton.tsx';
import type { Action, RowId } from './types.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps<Row extends { id: RowId }> {
  selection: Selection<Row>;
  actions: Action<Row>[];
  /** The number of rows of the whole list under the present search and filters. */
  total: number;
  onAll: () => void;
  onExport: (rows: Row[]) => void;
}

/** Up to this many rows an action needs no confirmation: they are visible at a glance and quickly undone. */
const FEW = 10;

const count = (rows: unknown[]): string => rows.length.toLocaleString('ru-RU');

/** The bulk actions for the selected rows; each applies to the rows for which it makes sense. */
export function BulkBar<Row extends { id: RowId }>({ selection, actions, total, onAll, onExport }: BulkBarProps<Row>) {
  const { chosen } = selection;
  const rows = useMemo(() => [...chosen.values()], [chosen]);
  // Memoised, because scrolling renders the list while thousands of selected rows stay the same.
  const offered = useMemo(
    () =>
      actions
        .filter(({ bulk }) => bulk)
        .map((action) => ({ action, meant: rows.filter((row) => !action.isShown || action.isShown(row)) }))
        .filter(({ meant }) => meant.length > 0),
    [actions, rows],
  );
  /** Rows that failed stay selected; if nothing was done, all rows do. */
  function settle(meant: Row[]): void {
    const outcomes = meant.map(outcomeOf);
    if (outcomes.includes('failed')) selection.only(meant.filter((row) => outcomeOf(row) === 'failed'));
    else if (outcomes.includes('done')) selection.clear();
  }
  /** Asks for confirmation when many rows or the whole list are affected. */
  const asked = (action: Action<Row>): Action<Row> => ({
    ...action,
    async run(meant) {
      const isMuch = meant.length > FEW || (meant.length > 1 && rows.length >= total);
      const question = {
        title: `${action.label}: ${count(meant)}?`,
        yes: action.label,
        danger: action.danger ?? false,
      };
      if (isMuch && !action.asks && !(await confirm(question))) return;
      await action.run(meant);
    },
  });
  return (
    <section className="bulk-bar" aria-label="Выбранные строки">
      <strong aria-live="polite">Выбрано: {count(rows)}</strong>
      {offered.map(({ action, meant }) => (
        <RunButton
          key={action.key}
          action={asked(action)}
          rows={meant}
          className={action.danger ? 'bulk-action row-action-danger' : 'bulk-action'}
          onDone={() => settle(meant)}
        >
          <Icon name={action.icon} size={18} />
          {action.label}
          {meant.length < rows.length && ` (${count(meant)})`}
        </RunButton>
      ))}
      <button type="button" className="bulk-action" onClick={() => onExport(rows)}>
        <Icon name="export" size={18} />
        Сохранить в CSV
      </button>
      {rows.length < total && (
        <button type="button" className="bulk-action bulk-quiet" onClick={onAll}>
          Выбрать все {total.toLocaleString('ru-RU')}
        </button>
      )}
      <button type="button" className="bulk-action bulk-quiet bulk-clear" onClick={selection.clear}>
        Снять выбор
      </button>
    </section>
  );
}
