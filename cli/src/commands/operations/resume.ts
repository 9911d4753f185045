import { Args } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { BaseCommand, type Several } from '../../base-command.ts';
import { resolveAll } from '../../operations/resolve.ts';
import { resolveId } from '../../operations/resolve-id.ts';

type Done = { success: true; operation: Operation };

export default class OperationsResume extends BaseCommand {
  static override summary = 'Продолжить приостановленную работу';
  static override description = 'Смотреть за ней: ostatok operations follow.';
  static override args = {
    operation: Args.string({
      required: true,
      multiple: true,
      description: 'номер работы или его начало, можно несколько',
    }),
  };

  async run(): Promise<Done | Several<Done>> {
    const { args } = await this.parse(OperationsResume);
    const api = await this.api();
    const ids = await resolveAll(args.operation, (one) => resolveId(api, 'operation', one));
    return this.each(
      ids,
      (id) => id.slice(0, 8),
      async (id) => {
        const { operation } = await api.call('POST /api/admin/operations/:id/resume', { params: { id } });
        this.say(`Продолжена: ${operation.title}`);
        return { success: true, operation };
      },
    );
  }
}
