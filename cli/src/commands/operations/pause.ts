import { Args } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveId } from '../../operations/resolve-id.ts';

export default class OperationsPause extends BaseCommand {
  static override summary = 'Приостановить работу';
  static override description = 'Продолжить: ostatok operations resume.';
  static override args = { operation: Args.string({ required: true, description: 'номер работы или его начало' }) };

  async run(): Promise<{ success: true; operation: Operation }> {
    const { args } = await this.parse(OperationsPause);
    const api = await this.api();
    const id = await resolveId(api, 'operation', args.operation);
    const { operation } = await api.post<{ operation: Operation }>(`/api/admin/operations/${id}/pause`);
    this.say(`Приостановлена: ${operation.title}`);
    return { success: true, operation };
  }
}
