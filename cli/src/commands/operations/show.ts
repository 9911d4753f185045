import { Args, Flags } from '@oclif/core';
import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import { operationItemSorts } from '@ostatok/api/contract/operations.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listAll, listFlags, sortFlag } from '../../lists/listing.ts';
import { resolveId } from '../../operations/resolve-id.ts';
import { orNone } from '../../output/format.ts';
import { countsOf, wordOf } from '../../views/work-labels.ts';

const statuses: Record<OperationItem['status'], string> = {
  waiting: 'ждёт',
  running: 'идёт',
  done: 'сделано',
  skipped: 'пропущено',
  failed: 'не удалось',
};

const columns: Column<OperationItem>[] = [
  ['ЧТО', ({ label }) => label],
  ['СОСТОЯНИЕ', ({ status }) => statuses[status], 'whole'],
  ['ПОЧЕМУ', ({ message }) => orNone(message)],
  ['МС', ({ ms }) => orNone(ms), 'spare'],
];

const { limit, page, all } = listFlags;

export default class OperationsShow extends BaseCommand {
  static override summary = 'Из чего состоит работа и что стало с каждой частью';
  static override examples = ['<%= config.bin %> operations show 0198c1f2 --status failed --all'];
  static override args = { operation: Args.string({ required: true, description: 'номер работы или его начало' }) };
  static override flags = {
    limit,
    page,
    sort: sortFlag(operationItemSorts),
    all,
    status: Flags.option({ options: Object.keys(statuses) as OperationItem['status'][], description: 'какие части' })(),
  };

  async run(): Promise<{ success: true; operation: Operation; items: OperationItem[]; total: number }> {
    const { args, flags } = await this.parse(OperationsShow);
    const api = await this.api();
    const params = { id: await resolveId(api, 'operation', args.operation) };
    const { operation } = await api.call('GET /api/admin/operations/:id', { params });
    const found = await listAll(api, 'GET /api/admin/operations/:id/items', flags, {
      params,
      filter: { status: flags.status },
    });
    this.say(`${operation.title}. ${wordOf(operation)}: ${countsOf(operation)}`);
    this.showList(found, flags, columns, 'Таких частей нет.');
    return { success: true, operation, items: found.rows, total: found.total };
  }
}
