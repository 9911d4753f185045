import { Flags } from '@oclif/core';
import type { AliasImportRecord } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import { aliasImportEnds } from '@ostatok/api/contract/alias-imports.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listAll, listFlags } from '../../lists/listing.ts';
import { moment, orNone } from '../../output/format.ts';

const columns: Column<AliasImportRecord>[] = [
  ['ФАЙЛ', ({ file }) => orNone(file)],
  ['ИСТОЧНИК', ({ source }) => orNone(source), 'spare'],
  ['КОГДА', ({ at }) => moment(at), 'whole'],
  ['КТО', ({ actor }) => orNone(actor), 'spare'],
  ['НОВЫХ', ({ created }) => orNone(created)],
  ['ИЗМЕНЕНО', ({ updated }) => orNone(updated)],
  ['БЕЗ ИЗМЕНЕНИЙ', ({ unchanged }) => orNone(unchanged), 'spare'],
  ['НЕ ПОДОШЛО', ({ invalid }) => orNone(invalid), 'spare'],
  ['ОТМЕНЕНА', ({ undone_at }) => moment(undone_at), 'spare'],
  ['НОМЕР', ({ id }) => id, 'id'],
];

export default class AliasesImports extends BaseCommand {
  static override summary = 'Загрузки алиасов из файлов, новые сверху';
  static override description = 'Отменить любую из них: ostatok aliases import --undo НОМЕР';
  static override flags = {
    ...listFlags,
    status: Flags.option({ options: aliasImportEnds, description: 'действующие или отменённые' })(),
  };

  async run(): Promise<{ success: true; imports: AliasImportRecord[]; total: number }> {
    const { flags } = await this.parse(AliasesImports);
    const filter = { status: flags.status };
    const found = await listAll(await this.api(), 'GET /api/admin/aliases/import', flags, { filter });
    this.showList(found, flags, columns, 'Загрузок пока нет. Загрузить: ostatok aliases import прайс.xlsx');
    return { success: true, imports: found.rows, total: found.total };
  }
}
