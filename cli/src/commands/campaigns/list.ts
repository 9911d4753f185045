import { Flags } from '@oclif/core';
import type { Campaign } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { campaignSorts, campaignStatuses as statuses } from '@ostatok/api/contract/campaigns.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { campaignStatuses, targets } from '../../labels/campaign-labels.ts';
import { listAll, listFlags, sortFlag } from '../../lists/listing.ts';
import { grouped, moment } from '../../output/format.ts';

const columns: Column<Campaign>[] = [
  ['ТЕМА', ({ subject, test_mode }) => `${subject}${test_mode ? ' (пробная)' : ''}`],
  ['КОМУ', ({ target_users }) => targets[target_users], 'spare'],
  ['СОСТОЯНИЕ', ({ status }) => campaignStatuses[status]],
  ['ОТПРАВЛЕНО', ({ sent, total }) => `${grouped(sent)} из ${grouped(total)}`],
  ['НАЧАТА', ({ created_at }) => moment(created_at), 'spare'],
  ['НОМЕР', ({ id }) => id, 'id'],
];

export default class CampaignsList extends BaseCommand {
  static override summary = 'Рассылки, новые сверху';
  static override flags = {
    ...listFlags,
    sort: sortFlag(campaignSorts),
    status: Flags.option({ options: statuses, description: 'в каком состоянии' })(),
    test: Flags.boolean({ description: 'только пробные, с --no-test — только настоящие', allowNo: true }),
  };

  async run(): Promise<{ success: true; campaigns: Campaign[]; total: number }> {
    const { flags } = await this.parse(CampaignsList);
    const found = await listAll(await this.api(), 'GET /api/admin/campaigns', flags, {
      filter: { status: flags.status, test_mode: flags.test },
    });
    const isWhole = flags.status === undefined && flags.test === undefined && !flags.search;
    this.showList(
      found,
      flags,
      columns,
      isWhole ? 'Рассылок ещё не было. Начать: ostatok campaigns send' : 'Таких рассылок нет.',
    );
    return { success: true, campaigns: found.rows, total: found.total };
  }
}
