import type { SubscriptionStatus } from './billing.ts';
import type { RecipientStatus } from './campaigns.ts';
import type { ProposalStatus } from './proposals.ts';
import type { TenantStatus } from './provision.ts';
import type { AdminUser } from './users.ts';

/** What people read for the stable words of the API, on pages, in the terminal and in workbooks alike. */
export const roleLabels: Record<AdminUser['role'], string> = { admin: 'Админ', customer: 'Клиент' };
export const userStatusLabels: Record<AdminUser['status'], string> = { active: 'Активен', blocked: 'Заблокирован' };
export const subscriptionStatusLabels: Record<SubscriptionStatus, string> = {
  active: 'Активна',
  past_due: 'Просрочена',
  canceled: 'Отменена',
  expired: 'Истекла',
};
/** In whatever lists venues: what their state alone does not tell. */
export const tenantStateText = ({
  status,
  start_failed,
  making_failed,
}: {
  status: TenantStatus;
  start_failed?: unknown;
  making_failed?: unknown;
}): string => (making_failed ? 'Не создан' : start_failed ? 'Не запускается' : tenantStatusLabels[status]);
export const tenantStatusLabels: Record<TenantStatus, string> = {
  active: 'Активен',
  creating: 'Создается',
  suspended: 'Приостановлен',
  deleted: 'Удален',
};
export const proposalStatusLabels: Record<ProposalStatus, string> = {
  pending: 'Ожидает',
  approved: 'Одобрено',
  rejected: 'Отклонено',
};
export const recipientStatusLabels: Record<RecipientStatus, string> = {
  pending: 'Ждёт',
  queued: 'В очереди',
  sent: 'Отправлено',
  failed: 'Не отправлено',
  bounced: 'Адрес не принял',
  skipped: 'Пропущено',
};
