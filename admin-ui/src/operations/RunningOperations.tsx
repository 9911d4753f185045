import './operations.css';
import type { OperationKind } from '@ostatok/api/contract/operations.ts';
import { Link } from 'react-router';
import { OperationBar } from './OperationBar.tsx';
import { useRunning } from './queries.ts';
import { statuses } from './texts.ts';

/** Long work that goes on by itself; nothing where there is none. */
export function RunningOperations({ kinds }: { kinds?: OperationKind[] }) {
  const { data: operations = [] } = useRunning(kinds);
  if (operations.length === 0) return null;
  return (
    <section className="panel running" aria-labelledby="running">
      <header className="panel-title">
        <h2 id="running">Сейчас выполняется</h2>
        <Link to="/admin/operations">Все работы</Link>
      </header>
      <ul className="running-list">
        {operations.map((operation) => (
          <li key={operation.id}>
            <span>
              <Link to={`/admin/operations/${operation.id}`}>{operation.title}</Link>{' '}
              <span className="dim">{statuses[operation.status].toLowerCase()}</span>
            </span>
            <OperationBar operation={operation} />
          </li>
        ))}
      </ul>
    </section>
  );
}
