import { Args, Flags } from '@oclif/core';
import { type CampaignRecipient, recipientStatuses as statuses } from '@ostatok/api/contract/campaigns.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { recipientStatuses } from '../../campaign-words.ts';
import { moment, orNone } from '../../format.ts';
import { fetchList, listFlags } from '../../listing.ts';
import { type SavedFile, workbookFlag } from '../../workbook.ts';

const columns: Column<CampaignRecipient>[] = [
  ['EMAIL', ({ email }) => email, 'name'],
  ['СОСТОЯНИЕ', ({ status }) => recipientStatuses[status]],
  ['ПОЧЕМУ', ({ error }) => orNone(error)],
  ['КОГДА', ({ at }) => moment(at), 'spare'],
];

const { limit, page, search, all } = listFlags;

export default class CampaignsRecipients extends BaseCommand {
  static override summary = 'Кому ушла рассылка и что стало с каждым письмом';
  static override args = { id: Args.string({ required: true, description: 'номер рассылки' }) };
  static override flags = {
    limit,
    page,
    search,
    all,
    ...workbookFlag,
    status: Flags.option({ options: statuses, description: 'что стало с письмом' })(),
  };

  async run(): Promise<{ success: true; recipients: CampaignRecipient[]; total: number } | SavedFile> {
    const { args, flags } = await this.parse(CampaignsRecipients);
    const path = `/api/admin/campaigns/${encodeURIComponent(args.id)}/recipients`;
    const filter = { status: flags.status };
    const api = await this.api();
    if (flags.file) return this.saveList(api, path, flags.file, flags, filter);
    const found = await fetchList<CampaignRecipient>(api, path, 'recipients', flags, filter);
    this.showList(found, flags, columns, 'Таких получателей нет.');
    return { success: true, recipients: found.rows, total: found.total };
  }
}
