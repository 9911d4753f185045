import { Args } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.ts';
import { aliasFieldsOf, aliasFlags } from '../../../alias-flags.ts';
import { BaseCommand } from '../../../base-command.ts';

export default class AliasesProposalsApprove extends BaseCommand {
  static override summary = 'Одобрить предложение, можно с поправками';
  static override examples = ['<%= config.bin %> aliases proposals approve 17 --empty 512'];
  static override args = { proposal: Args.integer({ required: true, min: 1, description: 'номер предложения' }) };
  static override flags = aliasFlags;

  async run(): Promise<{ success: true; alias: Alias; proposal: AliasProposal }> {
    const { args, flags } = await this.parse(AliasesProposalsApprove);
    const api = await this.api();
    const editedData = aliasFieldsOf(flags);
    const path = `/api/admin/aliases/proposals/${args.proposal}`;
    const answer =
      Object.keys(editedData).length > 0
        ? await api.put<{ alias: Alias; proposal: AliasProposal }>(`${path}/edit-and-approve`, { editedData })
        : await api.post<{ alias: Alias; proposal: AliasProposal }>(`${path}/approve`);
    this.say(`Одобрено: ${answer.alias.description} (${answer.alias.ean}). Отправить заведениям: ostatok aliases push`);
    return { success: true, alias: answer.alias, proposal: answer.proposal };
  }
}
