import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import type { Campaign } from '@ostatok/api/contract/campaigns.endpoints.ts';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { QuarantineItem } from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { EmailTemplateRow } from '@ostatok/api/contract/email-templates.endpoints.ts';
import type { HostImage } from '@ostatok/api/contract/images.endpoints.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import type { AdminPayment, SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { isTenantId } from '@ostatok/api/contract/tenant-id.ts';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import type { AdminUser } from '@ostatok/api/contract/users.endpoints.ts';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import { aliasActions } from '../aliases/alias-actions.tsx';
import { backupActions } from '../backups/backup-actions.tsx';
import { whoseText } from '../backups/texts.ts';
import { quarantineActions } from '../cleanup/quarantine-actions.ts';
import { cleanups } from '../cleanup/texts.ts';
import { dataProvider } from '../data-provider.ts';
import { campaignActions } from '../email/campaign-actions.ts';
import { marketingActions, systemActions } from '../email/template-actions.ts';
import { CAMPAIGNS, templateAddress } from '../email/texts.ts';
import { imageActions, nameOf as imageName, shortId } from '../images/image-actions.ts';
import { type Action, actionsOf, type RowId } from '../list/types.ts';
import { operationActions } from '../operations/operation-actions.ts';
import { progressText } from '../operations/texts.ts';
import { refundAction } from '../overview/refund-action.tsx';
import { planActions } from '../plans/plan-actions.tsx';
import { proposalActions } from '../proposals/decisions.tsx';
import { subscriptionActions } from '../subscriptions/subscription-actions.tsx';
import { moreTenantActions, tenantActions } from '../tenants/tenant-actions.tsx';
import type { IconName } from '../ui/icons.ts';
import { timeText } from '../ui/texts.ts';
import { userActions } from '../users/user-actions.ts';
import type { Command } from './commands.ts';

const isNumber = (text: string): boolean => /^\d{1,9}$/.test(text);

/** A kind of record that the palette finds, with its actions. */
export interface Kind<Row extends { id: RowId }> {
  resource: string;
  icon: IconName;
  hint: string;
  sort: string;
  /** Whether a text may be an id of this kind. */
  isId: (text: string) => boolean;
  filter?: Record<string, unknown>;
  nameOf: (row: Row) => string;
  aboutOf: (row: Row) => string;
  addressOf: (row: Row) => string;
  actions: (row: Row) => Command[] | Promise<Command[]>;
}

const commandsOf = <Row extends { id: RowId }>(row: Row, actions: Action<Row>[]): Command[] =>
  actionsOf(actions, row).map(({ key, label, icon, run }) => ({
    id: `${key} ${row.id}`,
    label,
    icon,
    run: () => run([row]),
  }));

const users: Kind<AdminUser> = {
  resource: 'users',
  icon: 'users',
  hint: 'Пользователь',
  sort: 'created_at',
  isId: isNumber,
  nameOf: ({ email }) => email,
  aboutOf: ({ name }) => name,
  addressOf: ({ id }) => `/admin/users/${id}`,
  async actions(user) {
    const subscription = dataProvider.getOne<SubscriptionUser>('subscriptions', { id: user.id });
    // The actions on the user are offered even if the subscription cannot be loaded.
    const { data } = await subscription.catch(() => ({ data: undefined }));
    return [
      ...commandsOf(user, userActions),
      ...(data ? commandsOf(data, subscriptionActions) : []),
      {
        id: `to subscription ${user.id}`,
        label: 'Открыть подписку',
        icon: 'subscriptions',
        address: `/admin/subscriptions/${user.id}`,
      },
    ];
  },
};

const tenants: Kind<AdminTenant> = {
  resource: 'tenants',
  icon: 'tenants',
  hint: 'Тенант',
  sort: 'created_at',
  isId: isTenantId,
  nameOf: ({ subdomain }) => subdomain,
  aboutOf: ({ display_name, user_email }) => `${display_name}, ${user_email}`,
  addressOf: ({ id }) => `/admin/tenants/${id}`,
  actions: (tenant) => commandsOf(tenant, [...tenantActions, ...moreTenantActions]),
};

const plans: Kind<AdminPlan> = {
  resource: 'plans',
  icon: 'plans',
  hint: 'Тариф',
  sort: 'sort_order',
  isId: isNumber,
  filter: { include_archived: true },
  nameOf: ({ display_name }) => display_name,
  aboutOf: ({ name }) => name,
  addressOf: ({ id }) => `/admin/plans/${id}`,
  actions: (plan) => commandsOf(plan, planActions),
};

const payments: Kind<AdminPayment> = {
  resource: 'payments',
  icon: 'subscriptions',
  hint: 'Платёж',
  sort: 'created_at',
  isId: isUuid,
  nameOf: ({ payer_email, amount }) => `${formatMoney(amount)}, ${payer_email}`,
  aboutOf: ({ plan_display_name, created_at }) => `${plan_display_name}, ${timeText(created_at)}`,
  addressOf: ({ user_id }) => (user_id === null ? '/admin/subscriptions' : `/admin/subscriptions/${user_id}`),
  actions: (payment) => commandsOf(payment, [refundAction]),
};

const images: Kind<HostImage> = {
  resource: 'images',
  icon: 'images',
  hint: 'Образ',
  sort: 'created_at',
  isId: (text) => /^sha256:[0-9a-f]{64}$/.test(text),
  nameOf: imageName,
  aboutOf: shortId,
  addressOf: (image) => `/admin/images?search=${encodeURIComponent(shortId(image))}`,
  actions: (image) => commandsOf(image, imageActions),
};

const templates: Kind<EmailTemplateRow> = {
  resource: 'email-templates',
  icon: 'email',
  hint: 'Шаблон письма',
  sort: 'updated_at',
  isId: isNumber,
  nameOf: ({ name }) => name,
  aboutOf: ({ subject }) => subject,
  addressOf: ({ id }) => templateAddress(id),
  actions: (template) => commandsOf(template, template.is_system ? systemActions : marketingActions),
};

const campaigns: Kind<Campaign> = {
  resource: 'campaigns',
  icon: 'email',
  hint: 'Рассылка',
  sort: 'created_at',
  isId: isUuid,
  nameOf: ({ subject }) => subject,
  aboutOf: ({ created_at }) => timeText(created_at),
  addressOf: ({ id }) => `${CAMPAIGNS}/${id}`,
  actions: (campaign) => commandsOf(campaign, campaignActions),
};

const aliases: Kind<Alias> = {
  resource: 'aliases',
  icon: 'aliases',
  hint: 'Алиас',
  sort: 'id',
  // A short number is more likely the beginning of a barcode, which the search finds, than an id.
  isId: () => false,
  nameOf: ({ description }) => description,
  aboutOf: ({ ean }) => ean,
  addressOf: ({ id }) => `/admin/aliases/${id}`,
  actions: (alias) => commandsOf(alias, aliasActions),
};

const proposals: Kind<AliasProposal> = {
  resource: 'proposals',
  icon: 'aliases',
  hint: 'Предложение',
  sort: 'created_at',
  isId: () => false,
  filter: { status: 'all' },
  nameOf: ({ description }) => description,
  aboutOf: ({ ean, tenant_name }) => [ean, tenant_name].filter(Boolean).join(', '),
  addressOf: ({ id }) => `/admin/aliases/proposals/${id}`,
  actions: (proposal) => commandsOf(proposal, proposalActions),
};

const backups: Kind<Backup> = {
  resource: 'backups',
  icon: 'archive',
  hint: 'Резервная копия',
  sort: 'created_at',
  isId: isUuid,
  nameOf: (backup) => `${whoseText(backup)}, ${timeText(backup.created_at)}`,
  aboutOf: ({ error }) => error ?? '',
  addressOf: ({ id }) => `/admin/backups/${id}`,
  actions: (backup) => commandsOf(backup, backupActions),
};

const quarantine: Kind<QuarantineItem> = {
  resource: 'quarantine',
  icon: 'cleanup',
  hint: 'Карантин',
  sort: 'quarantined_at',
  isId: isUuid,
  nameOf: ({ label }) => label,
  aboutOf: ({ action }) => cleanups[action].label,
  addressOf: ({ id, status }) => `/admin/cleanup/quarantine/${id}?status=${status}`,
  actions: (item) => commandsOf(item, quarantineActions),
};

const operations: Kind<Operation> = {
  resource: 'operations',
  icon: 'history',
  hint: 'Работа',
  sort: 'created_at',
  isId: isUuid,
  nameOf: ({ title }) => title,
  aboutOf: progressText,
  addressOf: ({ id }) => `/admin/operations/${id}`,
  actions: (operation) => commandsOf(operation, operationActions),
};

// biome-ignore lint/suspicious/noExplicitAny: each has rows of its own
export const kinds: Kind<any>[] = [
  users,
  tenants,
  plans,
  payments,
  images,
  templates,
  campaigns,
  aliases,
  proposals,
  backups,
  quarantine,
  operations,
];
