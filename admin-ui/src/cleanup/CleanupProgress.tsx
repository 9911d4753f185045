import type { CleanupResult } from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { changed } from '../live/invalidation.ts';
import { OperationBar } from '../operations/OperationBar.tsx';
import { useOperation } from '../operations/queries.ts';
import { resultLines } from './texts.ts';

export const CleanupResultLines = ({ result }: { result: CleanupResult }) => (
  <div role="status">
    {resultLines(result).map((line) => (
      <p key={line} className="cleanup-result">
        {line}
      </p>
    ))}
  </div>
);

/** The progress of a cleanup and its final result. */
export function CleanupProgress({ begun, onLeave }: { begun: Operation; onLeave: () => void }) {
  const { data: operation = begun } = useOperation(begun.id, begun);
  const { finished_at, result, failed, skipped, message } = operation;
  const isOver = finished_at !== null;
  useEffect(() => {
    if (!isOver) return;
    changed('tenants');
    changed('quarantine');
  }, [isOver]);
  return (
    <>
      <OperationBar operation={operation} />
      {isOver && (result ? <CleanupResultLines result={result as CleanupResult} /> : <p>{message}</p>)}
      {isOver && skipped > 0 && <p>Пропущено, потому что изменилось: {skipped.toLocaleString('ru-RU')}</p>}
      {failed > 0 && <p className="problem">Не удалось: {failed.toLocaleString('ru-RU')}</p>}
      {!isOver && <p className="dim">Окно можно закрыть: работа продолжится.</p>}
      <p className="record-links">
        <Link to={`/admin/operations/${operation.id}`} onClick={onLeave}>
          Подробности
        </Link>
        <Link to="/admin/cleanup/quarantine" onClick={onLeave}>
          Карантин
        </Link>
      </p>
    </>
  );
}
