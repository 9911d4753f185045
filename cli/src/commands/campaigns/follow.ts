import { Args } from '@oclif/core';
import type { Campaign } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { lookAtCampaign } from '../../operations/follow-work.ts';
import { resolveId } from '../../operations/resolve-id.ts';

export default class CampaignsFollow extends BaseCommand {
  static override summary = 'Смотреть за рассылкой до её конца';
  static override args = { campaign: Args.string({ required: true, description: 'номер рассылки или его начало' }) };

  async run(): Promise<{ success: boolean; campaign: Campaign }> {
    const { args } = await this.parse(CampaignsFollow);
    const api = await this.api();
    const id = await resolveId(api, 'campaign', args.campaign);
    const again = `ostatok campaigns follow ${id}`;
    const { campaign, status, failed } = await this.followWork('Рассылка', again, () => lookAtCampaign(api, id));
    return { success: status === 'done' && failed === 0, campaign };
  }
}
