import type { AdminUser } from '@ostatok/api/contract/users.ts';
import { dateText } from '../ui/texts.ts';

export const roleText = (role: AdminUser['role']): string => (role === 'admin' ? 'Админ' : 'Клиент');

export const statusText = (status: AdminUser['status']): string => (status === 'active' ? 'Активен' : 'Заблокирован');

export function subscriptionText({ subscription_plan, subscription_end }: AdminUser): string {
  if (!subscription_plan) return '—';
  return subscription_end ? `${subscription_plan}, до ${dateText(subscription_end)}` : subscription_plan;
}
