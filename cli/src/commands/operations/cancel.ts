import { Args } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveId } from '../../operations/resolve-id.ts';

export default class OperationsCancel extends BaseCommand {
  static override summary = 'Отменить работу';
  static override description = 'Сделанное остаётся; то, что идёт прямо сейчас, закончится.';
  static override args = { operation: Args.string({ required: true, description: 'номер работы или его начало' }) };

  async run(): Promise<{ success: true; operation: Operation }> {
    const { args } = await this.parse(OperationsCancel);
    const api = await this.api();
    const id = await resolveId(api, 'operation', args.operation);
    const { operation } = await api.post<{ operation: Operation }>(`/api/admin/operations/${id}/cancel`);
    this.say(`Отменена: ${operation.title}`);
    return { success: true, operation };
  }
}
