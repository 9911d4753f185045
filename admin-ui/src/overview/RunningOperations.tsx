import type { Operation } from '@ostatok/api/contract/operations.ts';
import { useRunning } from './queries.ts';

const statuses: Record<Operation['status'], string> = {
  queued: 'в очереди',
  running: 'идёт',
  paused: 'приостановлена',
  done: 'готово',
  failed: 'не удалась',
  canceled: 'отменена',
};

function Progress({ operation }: { operation: Operation }) {
  const { title, status, total, done, failed, skipped } = operation;
  const past = done + failed + skipped;
  return (
    <li>
      <span>
        {title} <span className="dim">{statuses[status]}</span>
      </span>
      <progress max={Math.max(1, total)} value={past} aria-label={title} />
      <span className="dim">
        {past.toLocaleString('ru-RU')} из {total.toLocaleString('ru-RU')}
        {failed > 0 && `, не удалось: ${failed.toLocaleString('ru-RU')}`}
      </span>
    </li>
  );
}

/** Long work that goes on by itself; nothing where there is none. */
export function RunningOperations() {
  const { data: operations = [] } = useRunning();
  if (operations.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="running">
      <h2 id="running">Сейчас выполняется</h2>
      <ul className="overview-operations">
        {operations.map((operation) => (
          <Progress key={operation.id} operation={operation} />
        ))}
      </ul>
    </section>
  );
}
