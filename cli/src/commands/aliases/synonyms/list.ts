import { Flags } from '@oclif/core';
import { synonymStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { Synonym } from '@ostatok/api/contract/synonyms.endpoints.ts';
import { synonymStatuses } from '@ostatok/api/contract/synonyms.ts';
import { BaseCommand, type Column } from '../../../base-command.ts';
import { listAll, listFlags } from '../../../lists/listing.ts';
import { day } from '../../../output/format.ts';

const columns: Column<Synonym>[] = [
  ['№', ({ id }) => String(id), 'whole'],
  ['НАЗЫВАЮТ', ({ name }) => name],
  ['ТОВАР', ({ description }) => description],
  ['ШТРИХКОД', ({ ean }) => ean, 'whole'],
  ['СОГЛАСНЫ', ({ owners }) => String(owners), 'whole'],
  ['КОГДА', ({ created_at }) => day(created_at), 'spare'],
  ['СОСТОЯНИЕ', ({ status }) => synonymStatusLabels[status]],
];

export default class AliasesSynonymsList extends BaseCommand {
  static override summary = 'Как владельцы называют товары каталога';
  static override description = '«Согласны» — сколько владельцев сопоставили так названный товар с этим.';
  static override flags = {
    ...listFlags,
    status: Flags.option({
      options: [...synonymStatuses, 'all'] as const,
      default: 'pending',
      description: 'какие названия',
    })(),
  };

  async run(): Promise<{ success: true; synonyms: Synonym[]; total: number }> {
    const { flags } = await this.parse(AliasesSynonymsList);
    const found = await listAll(await this.api(), 'GET /api/admin/aliases/synonyms', flags, {
      filter: { status: flags.status },
    });
    this.showList(found, flags, columns, 'Названий нет.');
    return { success: true, synonyms: found.rows, total: found.total };
  }
}
