import { Args } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.ts';
import { BaseCommand } from '../../base-command.ts';

export default class OperationsResume extends BaseCommand {
  static override summary = 'Продолжить приостановленную работу';
  static override description = 'Смотреть за ней: ostatok operations follow.';
  static override args = { id: Args.string({ required: true, description: 'номер работы' }) };

  async run(): Promise<{ success: true; operation: Operation }> {
    const { args } = await this.parse(OperationsResume);
    const api = await this.api();
    const { operation } = await api.post<{ operation: Operation }>(
      `/api/admin/operations/${encodeURIComponent(args.id)}/resume`,
    );
    this.say(`Продолжена: ${operation.title}`);
    return { success: true, operation };
  }
}
