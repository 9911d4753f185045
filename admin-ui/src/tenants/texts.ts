import type { AdminTenant, TenantStatus } from '@ostatok/api/contract/provision.ts';

export const statuses: Record<TenantStatus, string> = {
  active: 'Активен',
  creating: 'Создаётся',
  suspended: 'Приостановлен',
  deleted: 'Удалён',
};

export function statusText({ status, suspended_by }: AdminTenant): string {
  return status === 'suspended' && suspended_by === 'billing' ? 'Не оплачен' : statuses[status];
}
