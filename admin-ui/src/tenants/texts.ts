import { tenantStateText } from '@ostatok/api/contract/labels.ts';
import type { AdminTenant } from '@ostatok/api/contract/provision.ts';

export const statusText = (tenant: AdminTenant): string =>
  tenant.status === 'suspended' && tenant.suspended_by === 'billing' ? 'Не оплачен' : tenantStateText(tenant);

export const botTexts = { well: 'На связи', revoked: 'Токен отозван', conflict: 'Токен занят' } as const;
export const botTones = { well: 'good', revoked: 'bad', conflict: 'bad' } as const;

/** Whether anything of it runs; one that is asleep wakes by itself. */
export const processText = ({ status, awake, start_failed }: AdminTenant): string =>
  status !== 'active' ? '—' : awake ? 'Работает' : start_failed ? 'Остановлен' : 'Спит';
