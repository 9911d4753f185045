import { tenantStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { AdminTenant } from '@ostatok/api/contract/provision.ts';

export function statusText({ status, suspended_by, start_failed }: AdminTenant): string {
  if (start_failed) return 'Не запускается';
  return status === 'suspended' && suspended_by === 'billing' ? 'Не оплачен' : tenantStatusLabels[status];
}
