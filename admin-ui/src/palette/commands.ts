import type { Campaign } from '@ostatok/api/contract/campaigns.ts';
import type { Alias } from '@ostatok/api/contract/catalogue.ts';
import type { AdminPlan } from '@ostatok/api/contract/plans.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.ts';
import type { AdminTenant } from '@ostatok/api/contract/provision.ts';
import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.ts';
import type { AdminUser } from '@ostatok/api/contract/users.ts';
import { aliasActions, openAlias } from '../aliases/alias-actions.tsx';
import { openPush } from '../aliases/Push.tsx';
import { addressOf, diagnostics, otherPages, tabs } from '../app/tabs.ts';
import { askWhich, makeAll, makeBackups } from '../backups/backup-actions.tsx';
import { updateAll } from '../cleanup/update-all.ts';
import { dataProvider, readPage } from '../data-provider.ts';
import { campaignActions } from '../email/campaign-actions.ts';
import { CAMPAIGNS, NEW_CAMPAIGN } from '../email/texts.ts';
import { type Action, actionsOf, type RowId } from '../list/types.ts';
import { readNewest } from '../operations/queries.ts';
import { progressText } from '../operations/texts.ts';
import { openPlan, planActions } from '../plans/plan-actions.tsx';
import { proposalActions } from '../proposals/decisions.tsx';
import { subscriptionActions } from '../subscriptions/subscription-actions.tsx';
import { moreTenantActions, tenantActions } from '../tenants/tenant-actions.tsx';
import type { IconName } from '../ui/icons.ts';
import { userActions } from '../users/user-actions.ts';

export interface Command {
  id: string;
  label: string;
  hint?: string;
  icon: IconName;
  /** Leads on to what can be done with it, or does it. */
  next?: () => Promise<Command[]>;
  address?: string;
  run?: () => unknown;
}

export const pageCommands: Command[] = [...tabs, ...otherPages, diagnostics].map((tab) => ({
  id: `page ${tab.path}`,
  label: tab.label,
  hint: 'Раздел',
  icon: tab.icon,
  address: addressOf(tab),
}));

export const generalCommands: Command[] = [
  { id: 'new plan', label: 'Создать тариф', icon: 'plus', run: () => openPlan() },
  { id: 'new alias', label: 'Создать алиас', icon: 'plus', run: () => openAlias() },
  { id: 'push', label: 'Отправить алиасы заведениям', icon: 'up', run: openPush },
  { id: 'new campaign', label: 'Создать рассылку', icon: 'plus', address: NEW_CAMPAIGN },
  { id: 'update all', label: 'Обновить все тенанты', icon: 'up', run: updateAll },
  { id: 'back up one', label: 'Сделать копию заведения', icon: 'archive', run: askWhich },
  { id: 'back up all', label: 'Сделать копии всех заведений', icon: 'archive', run: makeAll },
  { id: 'back up platform', label: 'Сделать копию платформы', icon: 'archive', run: () => makeBackups({}) },
  { id: 'dashboard', label: 'В дашборд', icon: 'exit', run: () => window.location.assign('/dashboard') },
];

interface Kind<Row extends { id: RowId }> {
  resource: string;
  icon: IconName;
  hint: string;
  sort: string;
  nameOf: (row: Row) => string;
  aboutOf: (row: Row) => string;
  base: string;
  actions: (row: Row) => Promise<Command[]>;
}

const commandsOf = <Row>(row: Row, actions: Action<Row>[], prefix: string): Command[] =>
  actionsOf(actions, row).map(({ key, label, icon, run }) => ({
    id: `${prefix} ${key}`,
    label,
    icon,
    run: () => run([row]),
  }));

const users: Kind<AdminUser> = {
  resource: 'users',
  icon: 'users',
  hint: 'Пользователь',
  sort: 'created_at',
  nameOf: ({ email }) => email,
  aboutOf: ({ name }) => name,
  base: '/admin/users',
  async actions(user) {
    const subscription = dataProvider.getOne<SubscriptionUser>('subscriptions', { id: user.id });
    // what concerns the person is offered all the same
    const { data } = await subscription.catch(() => ({ data: undefined }));
    return [
      ...commandsOf(user, userActions, `user ${user.id}`),
      ...(data ? commandsOf(data, subscriptionActions, `subscription ${user.id}`) : []),
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
  nameOf: ({ subdomain }) => subdomain,
  aboutOf: ({ display_name, user_email }) => `${display_name}, ${user_email}`,
  base: '/admin/tenants',
  actions: async (tenant) => commandsOf(tenant, [...tenantActions, ...moreTenantActions], `tenant ${tenant.id}`),
};

const plans: Kind<AdminPlan> = {
  resource: 'plans',
  icon: 'plans',
  hint: 'Тариф',
  sort: 'sort_order',
  nameOf: ({ display_name }) => display_name,
  aboutOf: ({ name }) => name,
  base: '/admin/plans',
  actions: async (plan) => commandsOf(plan, planActions, `plan ${plan.id}`),
};

const aliases: Kind<Alias> = {
  resource: 'aliases',
  icon: 'aliases',
  hint: 'Алиас',
  sort: 'id',
  nameOf: ({ description }) => description,
  aboutOf: ({ ean }) => ean,
  base: '/admin/aliases',
  actions: async (alias) => commandsOf(alias, aliasActions, `alias ${alias.id}`),
};

const proposals: Kind<AliasProposal> = {
  resource: 'proposals',
  icon: 'aliases',
  hint: 'Предложение',
  sort: 'created_at',
  nameOf: ({ description }) => description,
  aboutOf: ({ ean, tenant_name }) => [ean, tenant_name].filter(Boolean).join(', '),
  base: '/admin/aliases/proposals',
  actions: async (proposal) => commandsOf(proposal, proposalActions, `proposal ${proposal.id}`),
};

const campaigns: Kind<Campaign> = {
  resource: 'campaigns',
  icon: 'email',
  hint: 'Рассылка',
  sort: 'created_at',
  nameOf: ({ subject }) => subject,
  aboutOf: () => '',
  base: CAMPAIGNS,
  actions: async (campaign) => commandsOf(campaign, campaignActions, `campaign ${campaign.id}`),
};

/** Of each kind. */
const FOUND = 5;

async function find<Row extends { id: RowId }>(
  kind: Kind<Row>,
  search: string,
  signal: AbortSignal,
): Promise<Command[]> {
  const query = { sort: { field: kind.sort, order: 'DESC' }, filter: { search } } as const;
  const { data } = await readPage<Row>(kind.resource, query, 0, FOUND, signal);
  return data.map((row) => {
    const address = `${kind.base}/${row.id}`;
    const open: Command = { id: `open ${address}`, label: 'Открыть', icon: 'open', address };
    return {
      id: address,
      label: kind.nameOf(row),
      hint: [kind.hint, kind.aboutOf(row)].filter(Boolean).join(' · '),
      icon: kind.icon,
      next: async () => [open, ...(await kind.actions(row))],
    };
  });
}

/** Among the last ones: they are not searched by the server. */
const LOOKED_AT = 50;

async function findOperations(search: string, signal: AbortSignal): Promise<Command[]> {
  const part = search.toLocaleLowerCase('ru');
  const operations = await readNewest({}, LOOKED_AT, signal);
  return operations
    .filter(({ title }) => title.toLocaleLowerCase('ru').includes(part))
    .slice(0, FOUND)
    .map((operation) => ({
      id: `operation ${operation.id}`,
      label: operation.title,
      hint: `Работа · ${progressText(operation)}`,
      icon: 'history',
      address: `/admin/operations/${operation.id}`,
    }));
}

/** Records by a part of their name or code; a kind that cannot answer is left out. */
export async function findRecords(search: string, signal: AbortSignal): Promise<Command[]> {
  const found = await Promise.all([
    find(users, search, signal).catch(() => []),
    find(tenants, search, signal).catch(() => []),
    find(plans, search, signal).catch(() => []),
    find(aliases, search, signal).catch(() => []),
    find(proposals, search, signal).catch(() => []),
    find(campaigns, search, signal).catch(() => []),
    findOperations(search, signal).catch(() => []),
  ]);
  return found.flat();
}
