import { hostedProcessText, messengerFacts, updateFailureText } from '@ostatok/api/contract/labels.ts';
import type { AdminTenant, AdminTenantDetails } from '@ostatok/api/contract/tenants.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dataProvider } from '../data-provider.ts';
import { ActionButtons } from '../list/ActionButtons.tsx';
import { ListFailed } from '../list/ListMessages.tsx';
import { Facts } from '../ui/Facts.tsx';
import { dateText, sizeText, timeText } from '../ui/texts.ts';
import { Backups } from './Backups.tsx';
import { Logs } from './Logs.tsx';
import { moreTenantActions, tenantActions } from './tenant-actions.tsx';
import { statusText } from './texts.ts';

const people = { active: '', blocked: ', заблокирован', deleted: ', удалён' };

function TenantFacts({ tenant }: { tenant: AdminTenantDetails }) {
  const { owner, plan, process, stats, last_backup } = tenant;
  return (
    <Facts
      facts={[
        [
          'Владелец',
          <Link key="owner" to={`/admin/users/${owner.id}`}>{`${owner.email}${people[owner.status]}`}</Link>,
        ],
        ['Тариф', plan ? `${plan.display_name}${plan.period_end ? `, до ${dateText(plan.period_end)}` : ''}` : null],
        ['Процесс', `${hostedProcessText(tenant)}${process.started_at ? ` с ${timeText(process.started_at)}` : ''}`],
        tenant.start_failed !== undefined && [
          'Не запускается',
          `с ${timeText(tenant.start_failed.since)}: ${tenant.start_failed.reason}. Журнал — ниже`,
        ],
        tenant.making_failed !== undefined && [
          'Не создан',
          `${timeText(tenant.making_failed.at)}: ${tenant.making_failed.reason}`,
        ],
        process.crashes > 0 && ['Падений', process.crashes],
        ...messengerFacts(tenant),
        ['Версия', tenant.version],
        tenant.release.pinned !== null && ['Закреплён за выпуском', tenant.release.pinned],
        tenant.release.failure !== undefined && ['Обновление не удалось', updateFailureText(tenant.release.failure)],
        ['База данных', sizeText(tenant.database_bytes)],
        ['На диске', sizeText(tenant.disk_bytes)],
        stats !== null && ['Сотрудников', stats.userCount],
        stats !== null && ['Позиций', stats.itemCount.toLocaleString('ru-RU')],
        stats !== null && ['Изменений', stats.changeCount.toLocaleString('ru-RU')],
        ['Последняя работа', timeText(tenant.last_active_at)],
        tenant.suspended_at !== null && ['Приостановлен', timeText(tenant.suspended_at)],
        tenant.deleted_at !== null && tenant.making_failed === undefined && ['Удалён', timeText(tenant.deleted_at)],
        [
          'Последняя копия',
          last_backup
            ? `${timeText(last_backup.finished_at)}, ${last_backup.verified_at ? `проверена ${dateText(last_backup.verified_at)}` : 'не проверена'}`
            : 'Нет',
        ],
      ]}
    />
  );
}

export function TenantDetails({ id, row }: { id: string; row: AdminTenant | undefined }) {
  const { data, error, refetch } = useQuery<AdminTenantDetails>({
    queryKey: ['tenants', 'getOne', id],
    queryFn: async ({ signal }) => (await dataProvider.getOne('tenants', { id, signal })).data,
  });
  const tenant = data ?? row;
  if (error && !tenant) return <ListFailed text="Не удалось загрузить данные" error={error} onRetry={refetch} />;
  if (!tenant) return <div className="list-bone" />;
  return (
    <>
      <h2 className="record-title">{tenant.display_name}</h2>
      <p className="dim">
        <a href={tenant.web_url} target="_blank" rel="noopener noreferrer">
          {tenant.subdomain}
        </a>{' '}
        · {statusText(tenant)} · создан {dateText(tenant.created_at)}
      </p>
      {data && <TenantFacts tenant={data} />}
      <ActionButtons row={tenant} actions={[...tenantActions, ...moreTenantActions]} />
      <Backups tenantId={tenant.tenant_id} />
      <Logs tenantId={tenant.id} subdomain={tenant.subdomain} />
    </>
  );
}
