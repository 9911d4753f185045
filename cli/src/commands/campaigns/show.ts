import { Args } from '@oclif/core';
import type { Campaign } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { campaignCard } from '../../labels/campaign-labels.ts';
import { resolveId } from '../../operations/resolve-id.ts';

export default class CampaignsShow extends BaseCommand {
  static override summary = 'Всё об одной рассылке';
  static override args = { campaign: Args.string({ required: true, description: 'номер рассылки или его начало' }) };

  async run(): Promise<{ success: true; campaign: Campaign }> {
    const { args } = await this.parse(CampaignsShow);
    const api = await this.api();
    const id = await resolveId(api, 'campaign', args.campaign);
    const { campaign } = await api.call('GET /api/admin/campaigns/:id', { params: { id } });
    this.showCard(campaignCard(campaign));
    return { success: true, campaign };
  }
}
