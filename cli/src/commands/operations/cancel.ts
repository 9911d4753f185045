import { Args } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.ts';
import { BaseCommand } from '../../base-command.ts';

export default class OperationsCancel extends BaseCommand {
  static override summary = 'Отменить работу';
  static override description = 'Сделанное остаётся; то, что идёт прямо сейчас, закончится.';
  static override args = { id: Args.string({ required: true, description: 'номер работы' }) };

  async run(): Promise<{ success: true; operation: Operation }> {
    const { args } = await this.parse(OperationsCancel);
    const api = await this.api();
    const { operation } = await api.post<{ operation: Operation }>(
      `/api/admin/operations/${encodeURIComponent(args.id)}/cancel`,
    );
    this.say(`Отменена: ${operation.title}`);
    return { success: true, operation };
  }
}
