import { Icon } from '../ui/Icon.tsx';
import { RunButton } from './RunButton.tsx';
import { type Action, actionsOf, type RowId } from './types.ts';

interface ActionButtonsProps<Row> {
  row: Row;
  actions: Action<Row>[];
}

/** The actions on a record as buttons with labels. */
export const ActionButtons = <Row extends { id: RowId }>({ row, actions }: ActionButtonsProps<Row>) => (
  <div className="action-buttons">
    {actionsOf(actions, row).map((action) => (
      <RunButton
        key={action.key}
        action={action}
        rows={[row]}
        className={action.danger ? 'bulk-action row-action-danger' : 'bulk-action'}
      >
        <Icon name={action.icon} size={18} />
        {action.label}
      </RunButton>
    ))}
  </div>
);
