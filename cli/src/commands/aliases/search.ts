import { Args, Flags } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listAll, listFlags } from '../../lists/listing.ts';
import { orNone } from '../../output/format.ts';

const columns: Column<Alias>[] = [
  ['ШТРИХКОД', ({ ean }) => ean, 'whole'],
  ['НАЗВАНИЕ', ({ description }) => description],
  ['МЛ', ({ volume_ml }) => orNone(volume_ml)],
  ['ПУСТАЯ, Г', ({ weight_empty_g }) => orNone(weight_empty_g)],
  ['ПОЛНАЯ, Г', ({ weight_full_g }) => orNone(weight_full_g)],
];

const { limit, page, sort, all } = listFlags;

export default class AliasesSearch extends BaseCommand {
  static override summary = 'Найти в каталоге по коду или части названия';
  static override description = 'Название — на любом из двух алфавитов: «джемесон» найдёт Jameson.';
  static override examples = [
    '<%= config.bin %> aliases search джемесон',
    '<%= config.bin %> aliases search --no-weights --all --json',
  ];
  static override args = { text: Args.string({ description: 'код или часть названия' }) };
  static override flags = {
    limit,
    page,
    sort,
    all,
    'no-weights': Flags.boolean({ description: 'только те, что нечем взвесить' }),
    weights: Flags.boolean({ description: 'только те, у кого известны оба веса', exclusive: ['no-weights'] }),
  };

  async run(): Promise<{ success: true; data: Alias[]; total: number }> {
    const { args, flags } = await this.parse(AliasesSearch);
    const options = { ...flags, search: args.text };
    const found = await listAll(await this.api(), 'GET /api/admin/aliases', options, {
      filter: { showEmptyOnly: flags['no-weights'] || undefined, showFullOnly: flags.weights || undefined },
    });
    this.showList(found, options, columns, 'Ничего не нашлось. Добавить: ostatok aliases create');
    return { success: true, data: found.rows, total: found.total };
  }
}
