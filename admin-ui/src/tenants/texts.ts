import { tenantStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { AdminTenant } from '@ostatok/api/contract/provision.ts';

export function statusText({ status, suspended_by }: AdminTenant): string {
  return status === 'suspended' && suspended_by === 'billing' ? 'Не оплачен' : tenantStatusLabels[status];
}
