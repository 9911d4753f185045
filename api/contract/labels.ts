import type { SubscriptionStatus } from './billing.ts';
import type { RecipientStatus } from './campaigns.ts';
import type { MaxBot } from './max.ts';
import type { ProposalStatus } from './proposals.ts';
import type { TenantStatus } from './provision.ts';
import type { SynonymStatus } from './synonyms.ts';
import type { AdminTenant, AdminTenantDetails } from './tenants.endpoints.ts';
import type { AdminUser } from './users.endpoints.ts';

/** Russian labels of the API's codes, shared by pages, terminal and workbooks. */
export const roleLabels: Record<AdminUser['role'], string> = { admin: 'Админ', customer: 'Клиент' };
export const userStatusLabels: Record<AdminUser['status'], string> = { active: 'Активен', blocked: 'Заблокирован' };
export const subscriptionStatusLabels: Record<SubscriptionStatus, string> = {
  active: 'Активна',
  past_due: 'Просрочена',
  canceled: 'Отменена',
  expired: 'Истекла',
};
/** The label of a tenant's state in lists, with failures that the status alone does not show. */
export const tenantStateText = ({
  status,
  start_failed,
  making_failed,
}: {
  status: TenantStatus;
  start_failed?: unknown;
  making_failed?: unknown;
}): string => (making_failed ? 'Не создан' : start_failed ? 'Не запускается' : tenantStatusLabels[status]);
/**
 * In lists: whether anything of a venue runs; one that is asleep wakes by itself. What failed is told first: the address of
 * one that no longer starts may still be written down.
 */
export const tenantProcessText = ({
  status,
  start_failed,
  awake = false,
}: Pick<AdminTenant, 'status' | 'start_failed'> & Partial<Pick<AdminTenant, 'awake'>>): string =>
  status !== 'active' ? '—' : start_failed ? 'Остановлен' : awake ? 'Работает' : 'Спит';
/** Of one venue alone: what the host says of its process. */
export function hostedProcessText({
  status,
  start_failed,
  process: { state },
}: Pick<AdminTenantDetails, 'status' | 'start_failed' | 'process'>): string {
  if (state === 'running') return 'Работает';
  if (state === 'starting') return 'Запускается';
  if (state === 'crashed' && !start_failed) return 'Упал, перезапускается';
  return tenantProcessText({ status, start_failed });
}
/** What the last update of a venue came to, where it failed. */
export const updateFailureText = ({
  release,
  state,
  note,
}: NonNullable<AdminTenantDetails['release']['failure']>): string =>
  `${release}: ${note}. ${state === 'recovered' ? 'Работает на прежнем' : 'Не запускается'}`;
export const botStateLabels: Record<AdminTenant['bot']['state'], string> = {
  well: 'На связи',
  revoked: 'Токен отозван',
  conflict: 'Токен занят',
  unreachable: 'Telegram недоступен',
  none: 'Без мессенджера',
};
/** Where there is room for it. */
export const botStateDetails: typeof botStateLabels = { ...botStateLabels, conflict: 'Токен занят другой программой' };
export const maxStateLabels: Record<MaxBot['state'], string> = {
  ok: 'На связи',
  revoked: 'MAX не принимает токен',
  unreachable: 'MAX недоступен',
};
type Messengers = Pick<AdminTenant, 'bot' | 'max'>;
/** In lists, where there is room for one messenger: the one in trouble comes first, Telegram before MAX. */
export function messengerState({ bot, max }: Messengers): { state: AdminTenant['bot']['state']; label: string } {
  const isWell = bot.state === 'none' || bot.state === 'well';
  if (max && max.state !== 'ok' && isWell) return { state: max.state, label: maxStateLabels[max.state] };
  const state = max && bot.state === 'none' ? 'well' : bot.state;
  return { state, label: botStateLabels[state] };
}
export const maxBotText = ({ shared, state }: Pick<MaxBot, 'shared' | 'state'>): string =>
  `${shared ? 'Общий бот' : 'Свой бот'}. ${maxStateLabels[state]}`;
/** Of one venue alone: each of its messengers. */
export function messengerFacts({ bot, max }: Messengers): [label: string, text: string][] {
  const facts: [string, string][] = [];
  if (!max || bot.state !== 'none')
    facts.push(['Бот', `${bot.username ? `@${bot.username}, ` : ''}${botStateDetails[bot.state]}`]);
  if (max) facts.push(['Бот MAX', `${max.username}. ${maxBotText(max)}`]);
  return facts;
}
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
export const synonymStatusLabels: Record<SynonymStatus, string> = proposalStatusLabels;
export const recipientStatusLabels: Record<RecipientStatus, string> = {
  pending: 'Ждёт',
  queued: 'В очереди',
  sent: 'Отправлено',
  failed: 'Не отправлено',
  bounced: 'Адрес не принял',
  skipped: 'Пропущено',
};

/** What one scan of a code means. */
export const packText = (pack: number): string => (pack === 1 ? 'бутылка' : `ящик ${pack}`);
