import { Flags } from '@oclif/core';
import { subscriptionStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { subscriptionUserSorts } from '@ostatok/api/contract/subscriptions.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listAll, listFlags, sortFlag } from '../../lists/listing.ts';
import { type SavedFile, workbookFlag } from '../../lists/workbook.ts';
import { resolvePlan } from '../../operations/resolve.ts';
import { day, orNone } from '../../output/format.ts';

const columns: Column<SubscriptionUser>[] = [
  ['EMAIL', ({ email }) => email, 'name'],
  ['ТАРИФ', ({ plan_display_name }) => orNone(plan_display_name)],
  [
    'ПОДПИСКА',
    ({ subscription_status }) => (subscription_status ? subscriptionStatusLabels[subscription_status] : '—'),
  ],
  ['ДНЕЙ', ({ days_remaining }) => orNone(days_remaining), 'whole'],
  ['ДО', ({ current_period_end }) => day(current_period_end), 'spare'],
  ['ЗАВ.', ({ tenant_count }) => orNone(tenant_count), 'spare'],
  ['КОМПАНИЯ', ({ company_name }) => orNone(company_name), 'spare'],
  ['НОМЕР', ({ id }) => String(id), 'whole'],
];

export default class SubscriptionsList extends BaseCommand {
  static override summary = 'Подписки пользователей';
  static override examples = [
    '<%= config.bin %> subscriptions list --plan professional --status past_due',
    '<%= config.bin %> subscriptions list --paid',
  ];
  static override flags = {
    ...listFlags,
    sort: sortFlag(subscriptionUserSorts),
    ...workbookFlag,
    plan: Flags.string({ description: 'код или номер тарифа', helpValue: 'ТАРИФ' }),
    status: Flags.option({
      options: ['active', 'past_due', 'canceled', 'expired'] as const,
      description: 'состояние',
    })(),
    paid: Flags.boolean({ description: 'только действующие на платных тарифах' }),
  };

  async run(): Promise<{ success: true; users: SubscriptionUser[]; total: number } | SavedFile> {
    const { flags } = await this.parse(SubscriptionsList);
    const api = await this.api();
    const plan_id = flags.plan === undefined ? undefined : (await resolvePlan(api, flags.plan)).id;
    const filter = { plan_id, status: flags.status, paid: flags.paid || undefined };
    const path = '/api/admin/subscriptions/users';
    if (flags.file) return this.saveList(api, path, flags.file, flags, filter);
    const found = await listAll(api, `GET ${path}`, flags, { filter });
    this.showList(found, flags, columns, 'Таких подписок нет.');
    return { success: true, users: found.rows, total: found.total };
  }
}
