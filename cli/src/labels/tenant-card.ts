import { hostedProcessText, messengerFacts, tenantStateText, updateFailureText } from '@ostatok/api/contract/labels.ts';
import type { AdminTenantDetails } from '@ostatok/api/contract/tenants.endpoints.ts';
import { bytes, day, moment, orNone } from '../output/format.ts';

function failureRows({ start_failed, making_failed, subdomain }: AdminTenantDetails): [string, string][] {
  if (making_failed) return [['Почему', `${making_failed.reason}, ${moment(making_failed.at)}`]];
  if (!start_failed) return [];
  return [
    ['Почему', `${start_failed.reason}, с ${moment(start_failed.since)}`],
    ['Журнал', `ostatok tenants logs ${subdomain}`],
  ];
}

/** The details of a tenant, line by line. */
export function tenantCard(tenant: AdminTenantDetails): [string, string][] {
  const { owner, plan, process, stats, last_backup: backup } = tenant;
  const proven = backup?.verified_at ? `, проверена ${day(backup.verified_at)}` : ', ещё не проверена';
  return [
    ['Заведение', tenant.display_name],
    ['Адрес', tenant.web_url],
    ['Состояние', tenantStateText(tenant)],
    ...failureRows(tenant),
    ['Процесс', `${hostedProcessText(tenant)}${process.crashes > 0 ? `, падений: ${process.crashes}` : ''}`],
    ...messengerFacts(tenant),
    ['Владелец', owner.email],
    ['Тариф', plan ? `${plan.display_name}${plan.period_end ? ` до ${day(plan.period_end)}` : ''}` : '—'],
    ['Сотрудников', orNone(stats?.userCount)],
    ['Позиций', orNone(stats?.itemCount)],
    ['Последнее изменение', moment(stats?.lastChangeAt ?? null)],
    ['База', bytes(tenant.database_bytes)],
    ['Файлы', bytes(tenant.disk_bytes)],
    ['Копия', backup ? `${moment(backup.finished_at)}, ${bytes(backup.bytes)}${proven}` : 'ещё нет'],
    ['Выпуск', `${orNone(tenant.version)}${tenant.release.pinned ? `, закреплено: ${tenant.release.pinned}` : ''}`],
    ...(tenant.release.failure ? [['Обновление', updateFailureText(tenant.release.failure)] as [string, string]] : []),
    ['Создано', moment(tenant.created_at)],
    ['Номер', tenant.tenant_id],
  ];
}
