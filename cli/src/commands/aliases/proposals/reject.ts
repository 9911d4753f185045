import { Args, Flags } from '@oclif/core';
import type { AliasProposal } from '@ostatok/api/contract/proposals.ts';
import { BaseCommand } from '../../../base-command.ts';

export default class AliasesProposalsReject extends BaseCommand {
  static override summary = 'Отклонить предложение';
  static override args = { proposal: Args.integer({ required: true, min: 1, description: 'номер предложения' }) };
  static override flags = { reason: Flags.string({ description: 'причина', helpValue: 'ТЕКСТ' }) };

  async run(): Promise<{ success: true; proposal: AliasProposal }> {
    const { args, flags } = await this.parse(AliasesProposalsReject);
    const api = await this.api();
    const { proposal } = await api.post<{ proposal: AliasProposal }>(
      `/api/admin/aliases/proposals/${args.proposal}/reject`,
      flags.reason ? { reason: flags.reason } : {},
    );
    this.say(`Отклонено: ${proposal.description} (${proposal.ean})`);
    return { success: true, proposal };
  }
}
