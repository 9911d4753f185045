import { Flags } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { operationKinds, operationSorts, operationStatuses } from '@ostatok/api/contract/operations.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listAll, listFlags, sortFlag } from '../../lists/listing.ts';
import { moment } from '../../output/format.ts';
import { countsOf, wordOf } from '../../views/work-labels.ts';

const columns: Column<Operation>[] = [
  ['РАБОТА', ({ title }) => title],
  ['СОСТОЯНИЕ', wordOf],
  ['СДЕЛАНО', countsOf],
  ['НАЧАТА', ({ created_at }) => moment(created_at), 'spare'],
  ['НОМЕР', ({ id }) => id, 'id'],
];

export default class OperationsList extends BaseCommand {
  static override summary = 'Долгие работы, новые сверху';
  static override examples = ['<%= config.bin %> operations list --status running'];
  static override flags = {
    ...listFlags,
    sort: sortFlag(operationSorts),
    kind: Flags.option({ options: operationKinds, description: 'какие работы' })(),
    status: Flags.option({ options: operationStatuses, description: 'в каком состоянии' })(),
  };

  async run(): Promise<{ success: true; operations: Operation[]; total: number }> {
    const { flags } = await this.parse(OperationsList);
    const { kind, status } = flags;
    const found = await listAll(await this.api(), 'GET /api/admin/operations', flags, { filter: { kind, status } });
    this.showList(found, flags, columns, 'Таких работ нет.');
    return { success: true, operations: found.rows, total: found.total };
  }
}
