import { Button } from '@mantine/core';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { Notice } from './Notice.tsx';

/** Shows the server's error text and a retry button; under a blind count it explains why the data is hidden. */
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
