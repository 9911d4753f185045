import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { Download } from 'lucide-react';
import { dataOf } from '../../lib/my-data.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AppShell } from '../../ui/AppShell.tsx';
import { DeleteAccount } from '../../ui/DeleteAccount.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { ProfileCard, SubscriptionCard } from './Cards.tsx';
import { useExport, useMyData } from './queries.ts';
import { VenueList } from './VenueList.tsx';

function LoadFailure({ error, pending, onRetry }: { error: Error; pending: boolean; onRetry: () => void }) {
  return (
    <Notice kind="danger" title="Не удалось загрузить данные">
      <Stack align="flex-start" gap="sm">
        <Text inherit>
          {error instanceof ApiError ? error.message : 'Сервис временно не отвечает'}. Ниже то, что знает этот браузер.
        </Text>
        <Button size="sm" color="red" loading={pending} onClick={onRetry}>
          Повторить
        </Button>
      </Stack>
    </Notice>
  );
}

function ExportSection() {
  const save = useExport();
  return (
    <Section
      title="Экспорт"
      lead="Файл со всем, что мы храним о вас: профиль, подписка, заведения, счета, входы, письма и журнал действий."
    >
      <Button leftSection={<Download size={20} aria-hidden />} loading={save.isPending} onClick={() => save.mutate()}>
        Экспортировать данные
      </Button>
    </Section>
  );
}

export function MyData() {
  useTitle('Мои данные');
  const user = useSession()?.user;
  const query = useMyData();
  if (!user) return null;
  const data = query.data ?? (query.error ? dataOf(user) : null);
  return (
    <AppShell size="md">
      <TextLink to="/profile">Профиль</TextLink>
      <Title order={1} mt={4} mb="lg">
        Мои данные
      </Title>
      <Stack gap="lg">
        {query.error && (
          <LoadFailure error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
        )}
        {data ? (
          <>
            <ProfileCard profile={data.profile} />
            <SubscriptionCard subscription={data.subscription} />
            {(query.data || data.tenants.length > 0) && <VenueList venues={data.tenants} />}
          </>
        ) : (
          <Skeleton height="24rem" radius="lg" />
        )}
        <ExportSection />
        <Section title="Удаление аккаунта" danger>
          <DeleteAccount />
        </Section>
      </Stack>
    </AppShell>
  );
}
