import { tenantStateText } from '@ostatok/api/contract/labels.ts';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';

export const statusText = (tenant: AdminTenant): string =>
  tenant.status === 'suspended' && tenant.suspended_by === 'billing' ? 'Не оплачен' : tenantStateText(tenant);

export const botTones = {
  none: 'plain',
  unreachable: 'warn',
  well: 'good',
  revoked: 'bad',
  conflict: 'bad',
} as const;
