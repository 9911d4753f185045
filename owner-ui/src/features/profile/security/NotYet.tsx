import { Button, Skeleton, Text } from '@mantine/core';
import { messageOf } from '../../../lib/api.ts';
import { Notice } from '../../../ui/Notice.tsx';

interface NotYetProps {
  error: Error | null;
  isPending: boolean;
  onRetry: () => void;
}

/** A placeholder while loading, or the error. */
export function NotYet({ error, isPending, onRetry }: NotYetProps) {
  if (!error) return <Skeleton height="8rem" radius="md" />;
  return (
    <Notice kind="danger" title="Не удалось загрузить">
      <Text inherit mb="sm">
        {messageOf(error, 'Сервис временно не отвечает')}
      </Text>
      <Button size="sm" color="red" loading={isPending} onClick={onRetry}>
        Повторить
      </Button>
    </Notice>
  );
}
