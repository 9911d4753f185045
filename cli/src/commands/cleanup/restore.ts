import { Args } from '@oclif/core';
import type { QuarantineItem } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { BaseCommand, type Several } from '../../base-command.ts';
import { resolveAll } from '../../operations/resolve.ts';
import { resolveId } from '../../operations/resolve-id.ts';

type Done = { success: true; item: QuarantineItem };

export default class CleanupRestore extends BaseCommand {
  static override summary = 'Вернуть из карантина';
  static override args = {
    kept: Args.string({
      required: true,
      multiple: true,
      description: 'номер или его начало, из ostatok cleanup quarantine, можно несколько',
    }),
  };

  async run(): Promise<Done | Several<Done>> {
    const { args } = await this.parse(CleanupRestore);
    const api = await this.api();
    const ids = await resolveAll(args.kept, (one) => resolveId(api, 'kept', one));
    return this.each(
      ids,
      (id) => id.slice(0, 8),
      async (id) => {
        const { item } = await api.call('POST /api/admin/tenants/quarantine/:id/restore', { params: { id } });
        this.say(`Возвращено: ${item.label}`);
        return { success: true, item };
      },
    );
  }
}
