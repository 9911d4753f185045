import type { CampaignStatus, TargetUsers } from '@ostatok/api/contract/campaigns.ts';

export const CAMPAIGNS = '/admin/email';
export const SYSTEM = '/admin/email/system';
export const MARKETING_TEMPLATES = '/admin/email/marketing';
export const NEW_CAMPAIGN = '/admin/email/new';
export const templateAddress = (id: number | 'new'): string => `/admin/email/templates/${id}`;

export const targetTexts: Record<TargetUsers, string> = {
  all: 'Все пользователи',
  active_subscribers: 'С активной подпиской',
  free_users: 'На бесплатном тарифе',
  paid_users: 'На платном тарифе',
};

export const campaignTexts: Record<CampaignStatus, string> = {
  running: 'Отправляется',
  paused: 'Приостановлена',
  done: 'Завершена',
  canceled: 'Отменена',
};

export const countText = (count: number): string => count.toLocaleString('ru-RU');
