import { roleLabels, userStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { AdminUser } from '@ostatok/api/contract/users.endpoints.ts';
import { dateText } from '../ui/texts.ts';

export const roleText = (role: AdminUser['role']): string => roleLabels[role];

export const statusText = (status: AdminUser['status']): string => userStatusLabels[status];

export function subscriptionText({ subscription_plan, subscription_end }: AdminUser): string {
  if (!subscription_plan) return '—';
  return subscription_end ? `${subscription_plan}, до ${dateText(subscription_end)}` : subscription_plan;
}
