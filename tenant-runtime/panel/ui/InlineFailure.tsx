import { Button, Text } from '@mantine/core';
import { messageOf } from '../lib/api.ts';

/** A part of a page or of a dialog that could not be read, and the way to try again; the rest still stands. */
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
