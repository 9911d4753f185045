import { Args, Flags } from '@oclif/core';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { BaseCommand, type Several } from '../../../base-command.ts';

type Done = { success: true; proposal: AliasProposal };

export default class AliasesProposalsReject extends BaseCommand {
  static override summary = 'Отклонить предложение';
  static override args = {
    proposal: Args.integer({
      required: true,
      multiple: true,
      min: 1,
      description: 'номер предложения, можно несколько',
    }),
  };
  static override flags = { reason: Flags.string({ description: 'причина', helpValue: 'ТЕКСТ' }) };

  async run(): Promise<Done | Several<Done>> {
    const { args, flags } = await this.parse(AliasesProposalsReject);
    const api = await this.api();
    const why = flags.reason ? { reason: flags.reason } : {};
    return this.each([...new Set(args.proposal)], String, async (id) => {
      const input = { params: { id }, body: why };
      const { proposal } = await api.call('POST /api/admin/aliases/proposals/:id/reject', input);
      this.say(`Отклонено: ${proposal.description} (${proposal.ean})`);
      return { success: true, proposal };
    });
  }
}
