import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { ActionButtons } from '../list/ActionButtons.tsx';
import { Badge } from '../ui/Badge.tsx';
import { timeText } from '../ui/texts.ts';
import { OperationBar } from './OperationBar.tsx';
import { operationActions } from './operation-actions.ts';
import { number, statuses, tones } from './texts.ts';

/** The state of an operation, who started it and when, and the actions on it. */
export function OperationHead({ operation }: { operation: Operation }) {
  const { status, total, done, failed, skipped, message, started_by, created_at, finished_at } = operation;
  const counts = [
    ['Готово', done],
    ['Не удалось', failed],
    ['Пропущено', skipped],
    ['Осталось', Math.max(0, total - done - failed - skipped)],
  ] as const;
  return (
    <div className="operation-head">
      <OperationBar operation={operation} />
      <p className="operation-counts">
        <Badge tone={tones[status]}>{statuses[status]}</Badge>
        {counts.map(([label, count]) => (
          <span key={label}>
            {label}: <strong>{number(count)}</strong>
          </span>
        ))}
      </p>
      {message && <p>{message}</p>}
      <p className="dim">
        {started_by ?? 'Платформа'}, {timeText(created_at)}
        {finished_at && ` – ${timeText(finished_at)}`}
      </p>
      <ActionButtons row={operation} actions={operationActions} />
    </div>
  );
}
