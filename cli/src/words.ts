import type { SubscriptionStatus } from '@ostatok/api/contract/billing.ts';
import type { TenantStatus } from '@ostatok/api/contract/provision.ts';
import type { AdminUser } from '@ostatok/api/contract/users.ts';

/** The words for what the API says in stable ones, as the panel says them. */
export const userRoles: Record<AdminUser['role'], string> = { admin: 'Админ', customer: 'Клиент' };
export const userStatuses: Record<AdminUser['status'], string> = { active: 'Активен', blocked: 'Заблокирован' };
export const subscriptionStatuses: Record<SubscriptionStatus, string> = {
  active: 'Активна',
  past_due: 'Просрочена',
  canceled: 'Отменена',
  expired: 'Истекла',
};
export const tenantStatuses: Record<TenantStatus, string> = {
  active: 'Активен',
  creating: 'Создается',
  suspended: 'Приостановлен',
  deleted: 'Удален',
};
