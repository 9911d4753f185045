import { Button } from '@mantine/core';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { Notice } from './Notice.tsx';

/** What could not be read, in the server's own words, and the way to try again; a blind counter is told why not now. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = error instanceof Error ? error.message : undefined;
  if (error instanceof ApiError && error.code === 'blind_count') {
    return <Notice title="Пока идёт слепой подсчёт, отчёт закрыт" text={text} fill={0.5} />;
  }
  return (
    <Notice title="Не удалось загрузить данные" text={text}>
      <Button onClick={onRetry}>Повторить</Button>
    </Notice>
  );
}
