import { Args } from '@oclif/core';
import type { AliasRevision } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { AliasAction } from '@ostatok/api/contract/catalogue.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { changesOf } from '../../labels/alias-changes.ts';
import { listAll, listFlags } from '../../lists/listing.ts';
import { resolveAlias } from '../../operations/resolve.ts';
import { moment } from '../../output/format.ts';

const actions: Record<AliasAction, string> = {
  created: 'добавлена',
  updated: 'изменена',
  deleted: 'удалена',
  reverted: 'возвращена',
  imported: 'из файла',
  proposal: 'по предложению',
};

const describeRevision = (revision: AliasRevision): string =>
  [revision.action === 'updated' ? '' : actions[revision.action], changesOf(revision)].filter(Boolean).join(': ');

const number: Column<AliasRevision> = ['ПРАВКА', ({ revision }) => String(revision), 'whole'];
const code: Column<AliasRevision> = ['ШТРИХКОД', ({ ean }) => ean, 'whole'];
const rest: Column<AliasRevision>[] = [
  ['ЧТО', describeRevision],
  ['КТО', ({ actor }) => actor ?? 'платформа'],
  ['КОГДА', ({ at }) => moment(at), 'whole'],
];

const { limit, page, all } = listFlags;

export default class AliasesHistory extends BaseCommand {
  static override summary = 'Все правки каталога или одной бутылки, новые сверху';
  static override description = 'Вернуть, как было после правки: ostatok aliases revert ПРАВКА';
  static override args = { alias: Args.string({ description: 'штрихкод или номер; без него — весь каталог' }) };
  static override flags = { limit, page, all };

  async run(): Promise<{ success: true; data: AliasRevision[]; total: number }> {
    const { args, flags } = await this.parse(AliasesHistory);
    const api = await this.api();
    const alias = args.alias ? await resolveAlias(api, args.alias) : undefined;
    const found = alias
      ? await listAll(api, 'GET /api/admin/aliases/:id/history', flags, { params: { id: String(alias.id) } })
      : await listAll(api, 'GET /api/admin/aliases/history', flags);
    this.showList(found, flags, args.alias ? [number, ...rest] : [number, code, ...rest], 'Правок нет.');
    return { success: true, data: found.rows, total: found.total };
  }
}
