import { Button } from '@mantine/core';
import { Notice } from './Notice.tsx';

/** What could not be read, in the server's own words, and the way to try again. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = error instanceof Error ? error.message : undefined;
  return (
    <Notice title="Не удалось загрузить данные" text={text}>
      <Button onClick={onRetry}>Повторить</Button>
    </Notice>
  );
}
