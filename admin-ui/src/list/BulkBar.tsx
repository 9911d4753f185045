import { useMemo } from 'react';
import { outcomeOf } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';
import { Icon } from '../ui/Icon.tsx';
import { RunButton } from '../ui/RunButton.tsx';
import type { Action, RowId } from './types.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps<Row extends { id: RowId }> {
  selection: Selection<Row>;
  actions: Action<Row>[];
  /** Of the whole list, as it is searched and filtered. */
  total: number;
  onAll: () => void;
  onExport: (rows: Row[]) => void;
}

/** So many are seen at a glance, and taken back as soon. */
const FEW = 10;

const count = (rows: unknown[]): string => rows.length.toLocaleString('ru-RU');

/** What can be done to all of the chosen rows at once; each action goes to those that it makes sense for. */
export function BulkBar<Row extends { id: RowId }>({ selection, actions, total, onAll, onExport }: BulkBarProps<Row>) {
  const { chosen } = selection;
  const rows = useMemo(() => [...chosen.values()], [chosen]);
  // scrolling draws the list anew, and thousands of chosen rows are the same all along
  const offered = useMemo(
    () =>
      actions
        .filter(({ bulk }) => bulk)
        .map((action) => ({ action, meant: rows.filter((row) => !action.isShown || action.isShown(row)) }))
        .filter(({ meant }) => meant.length > 0),
    [actions, rows],
  );
  /** What it failed for stays chosen; so does everything where nothing was done after all. */
  function settle(meant: Row[]): void {
    const outcomes = meant.map(outcomeOf);
    if (outcomes.includes('failed')) selection.only(meant.filter((row) => outcomeOf(row) === 'failed'));
    else if (outcomes.includes('done')) selection.clear();
  }
  /** Many, or all there is: whom it reaches is no longer seen at a glance. */
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
