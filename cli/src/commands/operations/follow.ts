import { Args } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveId } from '../../operations/resolve-id.ts';

export default class OperationsFollow extends BaseCommand {
  static override summary = 'Смотреть за работой до её конца';
  static override description = 'Код выхода 1, если работа не удалась или часть её не сделана.';
  static override args = { operation: Args.string({ required: true, description: 'номер работы или его начало' }) };

  async run(): Promise<{ success: boolean; operation: Operation }> {
    const { args } = await this.parse(OperationsFollow);
    const api = await this.api();
    const id = await resolveId(api, 'operation', args.operation);
    const { operation } = await api.call('GET /api/admin/operations/:id', { params: { id } });
    const ended = await this.follow(api, operation);
    return { success: ended.status === 'done' && ended.failed === 0, operation: ended };
  }
}
