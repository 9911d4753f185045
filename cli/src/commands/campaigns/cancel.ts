import { Args } from '@oclif/core';
import type { Campaign } from '@ostatok/api/contract/campaigns.ts';
import { BaseCommand } from '../../base-command.ts';

export default class CampaignsCancel extends BaseCommand {
  static override summary = 'Отменить рассылку';
  static override description = 'Отправленное не вернуть; остальные письма не уйдут.';
  static override args = { id: Args.string({ required: true, description: 'номер рассылки' }) };

  async run(): Promise<{ success: true; campaign: Campaign }> {
    const { args } = await this.parse(CampaignsCancel);
    const api = await this.api();
    const { campaign } = await api.post<{ campaign: Campaign }>(
      `/api/admin/campaigns/${encodeURIComponent(args.id)}/cancel`,
    );
    this.say(`Отменена: «${campaign.subject}», отправлено ${campaign.sent} из ${campaign.total}`);
    return { success: true, campaign };
  }
}
