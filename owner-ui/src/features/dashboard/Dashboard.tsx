import { Button, Group, Stack, Title } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useSubscription } from '../../lib/billing.ts';
import { outlook } from '../../lib/billing-labels.ts';
import { blocksNewVenues, expiryWarning } from '../../lib/expiry.ts';
import { useFreshUser } from '../../lib/fresh-user.ts';
import { useTenants } from '../../lib/my-tenants.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AppShell } from '../../ui/AppShell.tsx';
import { LimitBanner } from '../../ui/LimitBanner.tsx';
import { Banners } from './Banners.tsx';
import { DeletedVenues } from './DeletedVenues.tsx';
import { useCanCreate } from './queries.ts';
import { SummaryCards } from './SummaryCards.tsx';
import { TenantList } from './TenantList.tsx';

export function Dashboard() {
  useTitle('Мои заведения');
  useFreshUser();
  const navigate = useNavigate();
  const user = useSession()?.user;
  const tenants = useTenants();
  const subscription = useSubscription().data ?? null;
  const check = useCanCreate(() => navigate('/wizard'));
  const create = {
    onClick: () => check.mutate(),
    loading: check.isPending,
    disabled: blocksNewVenues(subscription),
  };
  const asked = check.data;
  const full = asked && !asked.canCreate && (tenants.data?.length ?? 0) >= asked.limit;
  const planName = subscription?.plan.display_name ?? user?.plan?.displayName ?? 'Starter';
  // A banner says it already.
  const hasBanner = blocksNewVenues(subscription) || expiryWarning(subscription) !== null;
  const planNote = subscription && !hasBanner ? outlook(subscription) : null;
  return (
    <AppShell>
      <Stack gap="lg">
        <Banners user={user} subscription={subscription} tenants={tenants.data ?? []} />
        <Group justify="space-between" align="center">
          <Title order={1}>Мои заведения</Title>
          {tenants.data && tenants.data.length > 0 && (
            <Button leftSection={<Plus size={20} aria-hidden />} {...create}>
              Создать заведение
            </Button>
          )}
        </Group>
        {full && <LimitBanner limit={asked.limit} />}
        <SummaryCards tenants={tenants.data} planName={planName} planNote={planNote} />
        <TenantList tenants={tenants} create={create} />
        <DeletedVenues />
      </Stack>
    </AppShell>
  );
}
