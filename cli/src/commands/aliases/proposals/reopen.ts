import { Args } from '@oclif/core';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { BaseCommand, type Several } from '../../../base-command.ts';

type Done = { success: true; proposal: AliasProposal };

export default class AliasesProposalsReopen extends BaseCommand {
  static override summary = 'Вернуть решённое предложение на рассмотрение';
  static override description =
    'Одобренное убирается из каталога: алиас становится прежним, если его с тех пор не меняли.';
  static override args = {
    proposal: Args.integer({
      required: true,
      multiple: true,
      min: 1,
      description: 'номер предложения, можно несколько',
    }),
  };

  async run(): Promise<Done | Several<Done>> {
    const { args } = await this.parse(AliasesProposalsReopen);
    const api = await this.api();
    return this.each([...new Set(args.proposal)], String, async (id) => {
      const { proposal } = await api.call('POST /api/admin/aliases/proposals/:id/reopen', { params: { id } });
      this.say(`Снова ждёт решения: ${proposal.description} (${proposal.ean})`);
      return { success: true, proposal };
    });
  }
}
