import { Args } from '@oclif/core';
import type { Campaign } from '@ostatok/api/contract/campaigns.ts';
import { BaseCommand } from '../../base-command.ts';
import { lookAtCampaign } from '../../operations/follow-work.ts';

export default class CampaignsFollow extends BaseCommand {
  static override summary = 'Смотреть за рассылкой до её конца';
  static override args = { id: Args.string({ required: true, description: 'номер рассылки' }) };

  async run(): Promise<{ success: boolean; campaign: Campaign }> {
    const { args } = await this.parse(CampaignsFollow);
    const api = await this.api();
    const again = `ostatok campaigns follow ${args.id}`;
    const { campaign, status, failed } = await this.followWork('Рассылка', again, () => lookAtCampaign(api, args.id));
    return { success: status === 'done' && failed === 0, campaign };
  }
}
