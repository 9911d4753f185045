import { Args } from '@oclif/core';
import type { Campaign } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveId } from '../../operations/resolve-id.ts';
import { grouped } from '../../output/format.ts';

export default class CampaignsPause extends BaseCommand {
  static override summary = 'Приостановить рассылку';
  static override description = 'Продолжить: ostatok campaigns resume';
  static override args = { campaign: Args.string({ required: true, description: 'номер рассылки или его начало' }) };

  async run(): Promise<{ success: true; campaign: Campaign }> {
    const { args } = await this.parse(CampaignsPause);
    const api = await this.api();
    const id = await resolveId(api, 'campaign', args.campaign);
    const { campaign } = await api.call('POST /api/admin/campaigns/:id/pause', { params: { id } });
    this.say(
      `Приостановлена: «${campaign.subject}», отправлено ${grouped(campaign.sent)} из ${grouped(campaign.total)}`,
    );
    return { success: true, campaign };
  }
}
