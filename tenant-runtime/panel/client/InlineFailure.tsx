import { Button, Text } from '@mantine/core';
import { messageOf } from './api.ts';

/** Shows that a part of a page or dialog could not be loaded, with a retry button; the rest stays usable. */
export function InlineFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert">
      <Text>{messageOf(error)}</Text>
      <Button mt="xs" size="sm" variant="default" onClick={onRetry}>
        Повторить
      </Button>
    </div>
  );
}
