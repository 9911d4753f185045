import { Flags } from '@oclif/core';
import { proposalStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { proposalStatuses } from '@ostatok/api/contract/proposals.ts';
import { BaseCommand, type Column } from '../../../base-command.ts';
import { diffOf } from '../../../labels/proposal-labels.ts';
import { listAll, listFlags } from '../../../lists/listing.ts';
import { type SavedFile, workbookFlag } from '../../../lists/workbook.ts';
import { day } from '../../../output/format.ts';

const columns: Column<AliasProposal>[] = [
  ['№', ({ id }) => String(id), 'whole'],
  ['ШТРИХКОД', ({ ean }) => ean, 'whole'],
  ['НАЗВАНИЕ', ({ description }) => description],
  ['ЧТО МЕНЯЕТ', diffOf],
  ['СОГЛАСНЫ', ({ agreeing }) => String(agreeing), 'whole'],
  ['ОТ', ({ tenant_name, tenant_id }) => tenant_name ?? tenant_id],
  ['КОГДА', ({ created_at }) => day(created_at), 'spare'],
  ['СОСТОЯНИЕ', ({ status }) => proposalStatusLabels[status]],
];

export default class AliasesProposalsList extends BaseCommand {
  static override summary = 'Предложения заведений';
  static override description = '«Согласны» — сколько заведений называют почти такой же вес пустой бутылки.';
  static override flags = {
    ...listFlags,
    ...workbookFlag,
    status: Flags.option({
      options: [...proposalStatuses, 'all'] as const,
      default: 'pending',
      description: 'какие предложения',
    })(),
    tenant: Flags.string({
      description: 'от какого заведения: часть названия, поддомен или номер',
      helpValue: 'ТЕКСТ',
    }),
  };

  async run(): Promise<{ success: true; data: AliasProposal[]; total: number } | SavedFile> {
    const { flags } = await this.parse(AliasesProposalsList);
    const filter = { status: flags.status, tenant: flags.tenant };
    const path = '/api/admin/aliases/proposals';
    const api = await this.api();
    if (flags.file) return this.saveList(api, path, flags.file, flags, filter);
    const found = await listAll(api, `GET ${path}`, flags, { filter });
    this.showList(found, flags, columns, 'Предложений нет.');
    return { success: true, data: found.rows, total: found.total };
  }
}
