import { Icon } from '../ui/Icon.tsx';
import type { Action, RowId } from './types.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps<Row extends { id: RowId }> {
  selection: Selection<Row>;
  actions: Action<Row>[];
}

/** What can be done to all of the chosen rows at once; each action goes to those that it makes sense for. */
export function BulkBar<Row extends { id: RowId }>({ selection, actions }: BulkBarProps<Row>) {
  const rows = [...selection.chosen.values()];
  const offered = actions
    .filter(({ bulk }) => bulk)
    .map((action) => ({ action, meant: rows.filter((row) => !action.isShown || action.isShown(row)) }))
    .filter(({ meant }) => meant.length > 0);
  return (
    <section className="bulk-bar" aria-label="Выбранные строки">
      <strong aria-live="polite">Выбрано: {rows.length.toLocaleString('ru-RU')}</strong>
      {offered.map(({ action, meant }) => (
        <button
          key={action.key}
          type="button"
          className={action.danger ? 'bulk-action row-action-danger' : 'bulk-action'}
          onClick={async () => {
            await action.run(meant);
            selection.clear();
          }}
        >
          <Icon name={action.icon} size={18} />
          {action.label}
          {meant.length < rows.length && ` (${meant.length.toLocaleString('ru-RU')})`}
        </button>
      ))}
      <button type="button" className="bulk-action bulk-clear" onClick={selection.clear}>
        Снять выбор
      </button>
    </section>
  );
}
