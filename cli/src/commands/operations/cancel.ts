import { Args } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { BaseCommand, type Several } from '../../base-command.ts';
import { resolveAll } from '../../operations/resolve.ts';
import { resolveId } from '../../operations/resolve-id.ts';

type Done = { success: true; operation: Operation };

export default class OperationsCancel extends BaseCommand {
  static override summary = 'Отменить работу';
  static override description = 'Сделанное остаётся; то, что идёт прямо сейчас, закончится.';
  static override args = {
    operation: Args.string({
      required: true,
      multiple: true,
      description: 'номер работы или его начало, можно несколько',
    }),
  };

  async run(): Promise<Done | Several<Done>> {
    const { args } = await this.parse(OperationsCancel);
    const api = await this.api();
    const ids = await resolveAll(args.operation, (one) => resolveId(api, 'operation', one));
    return this.each(
      ids,
      (id) => id.slice(0, 8),
      async (id) => {
        const { operation } = await api.call('POST /api/admin/operations/:id/cancel', { params: { id } });
        this.say(`Отменена: ${operation.title}`);
        return { success: true, operation };
      },
    );
  }
}
