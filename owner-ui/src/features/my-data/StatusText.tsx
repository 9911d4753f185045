import { Text } from '@mantine/core';
import { tenantStatusLabels, userStatusLabels } from '@ostatok/api/contract/labels.ts';

const labels: Record<string, string> = { ...userStatusLabels, ...tenantStatusLabels };

/** The status of an owner or a tenant: active is «Активен», anything else is red. */
export function StatusText({ status }: { status: string }) {
  const active = status === 'active';
  return (
    <Text span inherit c={active ? 'var(--mantine-color-success)' : 'var(--mantine-color-error)'}>
      {labels[status] ?? status}
    </Text>
  );
}
