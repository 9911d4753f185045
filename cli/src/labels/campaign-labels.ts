import type { Campaign } from '@ostatok/api/contract/campaigns.endpoints.ts';
import type { TargetUsers } from '@ostatok/api/contract/campaigns.ts';
import { grouped, moment } from '../output/format.ts';

export const targets: Record<TargetUsers, string> = {
  all: 'все',
  active_subscribers: 'с действующей подпиской',
  free_users: 'на бесплатном тарифе',
  paid_users: 'на платном тарифе',
};
export const campaignStatuses: Record<Campaign['status'], string> = {
  running: 'идёт',
  paused: 'приостановлена',
  done: 'готова',
  canceled: 'отменена',
};

/** The details of a campaign, line by line. */
export const campaignCard = (campaign: Campaign): [string, string][] => [
  ['Тема', campaign.subject],
  ['Шаблон', campaign.template_name ?? '—'],
  ['Получатели', `${targets[campaign.target_users]}${campaign.test_mode ? ' (пробная)' : ''}`],
  ['Состояние', campaignStatuses[campaign.status]],
  ['Отправлено', `${grouped(campaign.sent)} из ${grouped(campaign.total)}`],
  ['Не отправлено', grouped(campaign.failed)],
  ['Адрес не принял', grouped(campaign.bounced)],
  ['Пропущено', grouped(campaign.skipped)],
  ['Начата', `${moment(campaign.created_at)}${campaign.created_by ? `, ${campaign.created_by}` : ''}`],
  ['Закончена', moment(campaign.finished_at)],
  ['Номер', campaign.id],
];
