import { Flags } from '@oclif/core';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { adminPlanSorts } from '@ostatok/api/contract/plans.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listAll, listFlags, sortFlag } from '../../lists/listing.ts';
import { type SavedFile, workbookFlag } from '../../lists/workbook.ts';
import { grouped, roubles, yesNo } from '../../output/format.ts';

const columns: Column<AdminPlan>[] = [
  ['№', ({ sort_order }) => String(sort_order)],
  ['КОД', ({ name }) => name],
  ['НАЗВАНИЕ', ({ display_name, is_archived }) => `${display_name}${is_archived ? ' (в архиве)' : ''}`],
  ['В МЕСЯЦ', ({ price_monthly }) => roubles(price_monthly)],
  ['СКИДКА', ({ discount_percent }) => `${discount_percent} %`],
  ['НА ГЛАВНОЙ', ({ is_public }) => yesNo(is_public)],
  ['ПОДПИСОК', ({ active_subscriptions }) => grouped(active_subscriptions)],
];

export default class PlansList extends BaseCommand {
  static override summary = 'Тарифы по порядку';
  static override flags = {
    ...listFlags,
    sort: sortFlag(adminPlanSorts),
    ...workbookFlag,
    status: Flags.option({
      options: ['all', 'active', 'archived'] as const,
      default: 'all',
      description: 'какие тарифы',
    })(),
  };

  async run(): Promise<{ success: true; plans: AdminPlan[]; total: number } | SavedFile> {
    const { flags } = await this.parse(PlansList);
    const path = '/api/admin/plans';
    const api = await this.api();
    const filter = { status: flags.status, include_archived: flags.status !== 'active' };
    if (flags.file) return this.saveList(api, path, flags.file, flags, filter);
    const found = await listAll(api, `GET ${path}`, flags, { filter });
    this.showList(found, flags, columns, 'Тарифы не найдены');
    return { success: true, plans: found.rows, total: found.total };
  }
}
