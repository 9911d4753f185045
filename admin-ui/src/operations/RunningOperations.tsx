import './operations.css';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { OperationKind } from '@ostatok/api/contract/operations.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../ui/Badge.tsx';
import { Icon } from '../ui/Icon.tsx';
import { OperationBar } from './OperationBar.tsx';
import { useOperation, useRunning } from './queries.ts';
import { statuses, tones } from './texts.ts';

/** Remembers the operations seen running while the page is open, so that their result is shown in place. */
function useSeen(running: Operation[]) {
  const [seen, setSeen] = useState<Operation[]>([]);
  useEffect(() => {
    const isNew = (one: Operation): boolean => seen.every(({ id }) => id !== one.id);
    if (running.some(isNew)) setSeen([...running.filter(isNew), ...seen]);
  }, [running, seen]);
  return { seen, hide: (id: string) => setSeen(seen.filter((one) => one.id !== id)) };
}

const titleOf = ({ id, title }: Operation) => <Link to={`/admin/operations/${id}`}>{title}</Link>;

/** An operation that has ended, or whose end is about to be loaded. */
function Ended({ operation: last, onHide }: { operation: Operation; onHide: () => void }) {
  const { data: operation = last } = useOperation(last.id, last);
  return (
    <li>
      <span>
        {titleOf(operation)} <Badge tone={tones[operation.status]}>{statuses[operation.status]}</Badge>
        {operation.finished_at && (
          <button type="button" className="tool-button" aria-label={`Скрыть: ${operation.title}`} onClick={onHide}>
            <Icon name="close" size={16} />
          </button>
        )}
      </span>
      <OperationBar operation={operation} />
    </li>
  );
}

const NONE: Operation[] = [];

/**
 * Shows running operations, and the result of those that ended while the page was open; renders nothing without any.
 */
export function RunningOperations({ kinds }: { kinds?: OperationKind[] }) {
  const { data: running = NONE } = useRunning(kinds);
  const { seen, hide } = useSeen(running);
  const ended = seen.filter(({ id }) => running.every((one) => one.id !== id));
  if (running.length + ended.length === 0) return null;
  return (
    <section className="panel running" aria-labelledby="running">
      <header className="panel-title">
        <h2 id="running">{running.length > 0 ? 'Сейчас выполняется' : 'Только что выполнено'}</h2>
        <Link to="/admin/operations">Все работы</Link>
      </header>
      <ul className="running-list">
        {running.map((operation) => (
          <li key={operation.id}>
            <span>
              {titleOf(operation)} <span className="dim">{statuses[operation.status].toLowerCase()}</span>
            </span>
            <OperationBar operation={operation} />
          </li>
        ))}
        {ended.map((operation) => (
          <Ended key={operation.id} operation={operation} onHide={() => hide(operation.id)} />
        ))}
      </ul>
    </section>
  );
}
