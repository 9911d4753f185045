import { Args } from '@oclif/core';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { BaseCommand } from '../../../base-command.ts';
import { proposalCard } from '../../../labels/proposal-labels.ts';

export default class AliasesProposalsShow extends BaseCommand {
  static override summary = 'Одно предложение и чем оно отличается от каталога';
  static override args = { proposal: Args.integer({ required: true, min: 1, description: 'номер предложения' }) };

  async run(): Promise<{ success: true; proposal: AliasProposal }> {
    const { args } = await this.parse(AliasesProposalsShow);
    const api = await this.api();
    const params = { id: args.proposal };
    const { proposal } = await api.call('GET /api/admin/aliases/proposals/:id', { params });
    this.showCard(proposalCard(proposal));
    if (proposal.status === 'pending') this.say(`Одобрить: ostatok aliases proposals approve ${proposal.id}`);
    return { success: true, proposal };
  }
}
