import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { nameOf, useTenants } from '../../lib/my-tenants.ts';
import { notify } from '../../lib/notify.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AppShell } from '../../ui/AppShell.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { AllMatched } from './AllMatched.tsx';
import { Matching } from './Matching.tsx';
import classes from './ProductMatching.module.css';
import { productsOf, useUnmatched } from './queries.ts';
import { SavedNotice } from './SavedNotice.tsx';
import { useMatching } from './use-matching.ts';

function NotLoaded({ error, pending, onRetry }: { error: Error; pending: boolean; onRetry: () => void }) {
  const title = 'Не удалось загрузить товары';
  const message = messageOf(error, title);
  return (
    <Notice kind="danger" title={title}>
      <Stack align="flex-start" gap="sm">
        {message !== title && <Text inherit>{message}</Text>}
        <Button size="sm" color="red" loading={pending} onClick={onRetry}>
          Повторить
        </Button>
      </Stack>
    </Notice>
  );
}

const Preparing = () => (
  <Notice kind="warning" title="Поиск по каталогу ещё готовится">
    Подсказаны не все товары каталога. Подождите несколько минут и обновите страницу, прежде чем отвечать «Нет в
    каталоге».
  </Notice>
);

function Venue({ tenant }: { tenant: string }) {
  const { data, error, isFetching, isFetchNextPageError, refetch, fetchNextPage } = useUnmatched(tenant);
  const products = productsOf(data?.pages ?? []);
  const total = Math.max(data?.pages.at(-1)?.total ?? 0, products.length);
  const isComplete = data !== undefined && products.length === total;
  const matching = useMatching(tenant, products, isComplete);
  const retry = () => void (isFetchNextPageError ? fetchNextPage() : refetch());
  return (
    <Stack gap="lg">
      {matching.saved && <SavedNotice matching={matching} saved={matching.saved} />}
      {error && <NotLoaded error={error} pending={isFetching} onRetry={retry} />}
      {data?.pages.some(({ isPreparing }) => isPreparing) && <Preparing />}
      {!data && !error && <Skeleton height="28rem" radius="lg" />}
      {data && total === 0 && <AllMatched />}
      {data && total > 0 && <Matching tenant={tenant} matching={matching} loaded={products.length} total={total} />}
    </Stack>
  );
}

/** The owner says which products of the catalogue the products of one venue are. */
export function ProductMatching() {
  useTitle('Сопоставление с каталогом');
  const [params] = useSearchParams();
  const tenant = params.get('tenant');
  const venue = useTenants().data?.find(({ tenant_id }) => tenant_id === tenant);
  useEffect(() => {
    if (!tenant) notify.error('Tenant ID not provided');
  }, [tenant]);
  if (!tenant) return <Navigate to="/dashboard" replace />;
  return (
    <AppShell size="md">
      <TextLink to="/dashboard">Мои заведения</TextLink>
      <Title order={1} mt={4}>
        Сопоставление с каталогом
      </Title>
      <p className={classes.lead}>
        {venue && <>{nameOf(venue)}. </>}
        <span className={classes.what}>Товар получит штрихкод, объём и вес бутылки из общего каталога.</span>
      </p>
      <Venue key={tenant} tenant={tenant} />
    </AppShell>
  );
}
