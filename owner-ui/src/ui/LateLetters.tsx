import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../lib/api.ts';

const MINUTE_MS = 60_000;

/** Says that letters are late while they are, so that nobody waits for one in vain or asks for it again and again. */
export function LateLetters() {
  const { data } = useQuery({
    queryKey: ['platform-status'],
    queryFn: ({ signal }) => api.call('GET /api/public/status', { signal }),
    refetchInterval: MINUTE_MS,
    retry: false,
  });
  const letters = data?.components.find(({ component }) => component === 'letters');
  if (!letters || letters.state === 'works') return null;
  return (
    <Text role="status">
      Письма сейчас задерживаются. Ваше уже в очереди и придёт само: просить о нём снова не нужно.
    </Text>
  );
}
