import { Button, type ButtonProps, Skeleton, Stack, Text } from '@mantine/core';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { Notice } from '../../ui/Notice.tsx';
import { TenantCard } from './TenantCard.tsx';
import classes from './TenantList.module.css';

interface TenantListProps {
  tenants: UseQueryResult<Tenant[]>;
  create: ButtonProps & { onClick: () => void };
}

function Empty({ create }: Pick<TenantListProps, 'create'>) {
  return (
    <div className={classes.empty}>
      <Mark size={88} fill={0} />
      <div>
        <Text fw={700} fz="1.25rem">
          Пока нет ни одного заведения
        </Text>
        <Text c="dimmed">Создайте первое: через минуту в нём можно будет считать.</Text>
      </div>
      <Button size="lg" {...create}>
        Создать заведение
      </Button>
    </div>
  );
}

export function TenantList({ tenants, create }: TenantListProps) {
  if (tenants.error && !tenants.data)
    return (
      <Notice kind="danger" title="Не удалось загрузить заведения">
        <Stack align="flex-start" gap="sm">
          {messageOf(tenants.error, 'Проверьте связь и повторите.')}
          <Button size="sm" color="red" loading={tenants.isFetching} onClick={() => void tenants.refetch()}>
            Повторить
          </Button>
        </Stack>
      </Notice>
    );
  if (!tenants.data) return <Skeleton height="11rem" radius="lg" />;
  if (tenants.data.length === 0) return <Empty create={create} />;
  return (
    <ul className={classes.list}>
      {tenants.data.map((tenant) => (
        <TenantCard key={tenant.id} tenant={tenant} />
      ))}
    </ul>
  );
}
