import { Text } from '@mantine/core';

const others: Record<string, string> = {
  blocked: 'Заблокирован',
  creating: 'Создается',
  suspended: 'Приостановлен',
  deleted: 'Удален',
};

/** Of a person or a venue: active is «Активен», anything else is red. */
export function StatusText({ status }: { status: string }) {
  const active = status === 'active';
  return (
    <Text span inherit c={active ? 'var(--mantine-color-success)' : 'var(--mantine-color-error)'}>
      {active ? 'Активен' : (others[status] ?? status)}
    </Text>
  );
}
