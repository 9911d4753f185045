import { Args } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { aliasFieldsOf, aliasFlags } from '../../../arguments/alias-flags.ts';
import { BaseCommand, type Several } from '../../../base-command.ts';
import { UserError } from '../../../errors/user-error.ts';

type Done = { success: true; alias: Alias; proposal: AliasProposal };

export default class AliasesProposalsApprove extends BaseCommand {
  static override summary = 'Одобрить предложение, можно с поправками';
  static override examples = ['<%= config.bin %> aliases proposals approve 17 --empty 512'];
  static override args = {
    proposal: Args.integer({
      required: true,
      multiple: true,
      min: 1,
      description: 'номер предложения, можно несколько',
    }),
  };
  static override flags = aliasFlags;

  async run(): Promise<Done | Several<Done>> {
    const { args, flags } = await this.parse(AliasesProposalsApprove);
    const api = await this.api();
    const editedData = aliasFieldsOf(flags);
    const isEdited = Object.keys(editedData).length > 0;
    const ids = [...new Set(args.proposal)];
    if (isEdited && ids.length > 1)
      throw new UserError('Поправки — к одному предложению: назовите одно', 'one_at_a_time');
    return this.each(ids, String, async (id) => {
      const params = { id };
      const { alias, proposal } = isEdited
        ? await api.call('PUT /api/admin/aliases/proposals/:id/edit-and-approve', { params, body: { editedData } })
        : await api.call('POST /api/admin/aliases/proposals/:id/approve', { params });
      this.say(`Одобрено: ${alias.description} (${alias.ean}). Отправить заведениям: ostatok aliases push`);
      return { success: true, alias, proposal };
    });
  }
}
