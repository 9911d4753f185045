import { type Action, actionsOf } from '../list/types.ts';
import { Icon } from './Icon.tsx';

/** A record's actions, in words. */
export const ActionButtons = <Row,>({ row, actions }: { row: Row; actions: Action<Row>[] }) => (
  <div className="action-buttons">
    {actionsOf(actions, row).map(({ key, label, icon, danger, run }) => (
      <button
        key={key}
        type="button"
        className={danger ? 'bulk-action row-action-danger' : 'bulk-action'}
        onClick={() => run([row])}
      >
        <Icon name={icon} size={18} />
        {label}
      </button>
    ))}
  </div>
);
