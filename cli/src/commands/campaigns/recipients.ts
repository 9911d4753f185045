import { Args, Flags } from '@oclif/core';
import type { CampaignRecipient } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { recipientStatuses } from '@ostatok/api/contract/campaigns.ts';
import { recipientStatusLabels } from '@ostatok/api/contract/labels.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listAll, listFlags } from '../../lists/listing.ts';
import { type SavedFile, workbookFlag } from '../../lists/workbook.ts';
import { resolveId } from '../../operations/resolve-id.ts';
import { moment, orNone } from '../../output/format.ts';

const columns: Column<CampaignRecipient>[] = [
  ['EMAIL', ({ email }) => email, 'name'],
  ['СОСТОЯНИЕ', ({ status }) => recipientStatusLabels[status]],
  ['ПОЧЕМУ', ({ error }) => orNone(error)],
  ['КОГДА', ({ at }) => moment(at), 'spare'],
];

const { limit, page, search, all } = listFlags;

export default class CampaignsRecipients extends BaseCommand {
  static override summary = 'Кому ушла рассылка и что стало с каждым письмом';
  static override args = { campaign: Args.string({ required: true, description: 'номер рассылки или его начало' }) };
  static override flags = {
    limit,
    page,
    search,
    all,
    ...workbookFlag,
    status: Flags.option({ options: recipientStatuses, description: 'что стало с письмом' })(),
  };

  async run(): Promise<{ success: true; recipients: CampaignRecipient[]; total: number } | SavedFile> {
    const { args, flags } = await this.parse(CampaignsRecipients);
    const filter = { status: flags.status };
    const api = await this.api();
    const id = await resolveId(api, 'campaign', args.campaign);
    if (flags.file) return this.saveList(api, `/api/admin/campaigns/${id}/recipients`, flags.file, flags, filter);
    const found = await listAll(api, 'GET /api/admin/campaigns/:id/recipients', flags, { params: { id }, filter });
    this.showList(found, flags, columns, 'Таких получателей нет.');
    return { success: true, recipients: found.rows, total: found.total };
  }
}
