import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { CanCreate } from '@ostatok/api/contract/provisioning.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { LimitBanner } from '../../ui/LimitBanner.tsx';
import { Notice } from '../../ui/Notice.tsx';

/**
 * Whether the plan allows another tenant, asked once when the wizard opens. If unknown, the server decides at the end.
 */
export function useNoRoom(): CanCreate | null {
  const { data } = useQuery({
    queryKey: ['can-create'],
    queryFn: () => api.call('GET /api/provision/can-create'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return data?.canCreate === false ? data : null;
}

/** Shown instead of four steps that would end in a refusal. */
export function NoRoom({ current, limit }: CanCreate) {
  return (
    <Stack gap="lg">
      <Title order={1}>Новое заведение</Title>
      {current >= limit ? (
        <LimitBanner limit={limit} />
      ) : (
        <Notice kind="warning" title="Подписка не активна">
          <Group justify="space-between" gap="sm">
            <Text>Новые заведения можно будет создавать после оплаты.</Text>
            <Button component={Link} to="/subscription" size="sm">
              К подписке
            </Button>
          </Group>
        </Notice>
      )}
      <Group>
        <Button component={Link} to="/dashboard" variant="default">
          К моим заведениям
        </Button>
      </Group>
    </Stack>
  );
}
