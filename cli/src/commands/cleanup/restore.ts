import { Args } from '@oclif/core';
import type { QuarantineItem } from '@ostatok/api/contract/cleanup.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveId } from '../../operations/resolve-id.ts';

export default class CleanupRestore extends BaseCommand {
  static override summary = 'Вернуть из карантина';
  static override args = {
    kept: Args.string({ required: true, description: 'номер или его начало, из ostatok cleanup quarantine' }),
  };

  async run(): Promise<{ success: true; item: QuarantineItem }> {
    const { args } = await this.parse(CleanupRestore);
    const api = await this.api();
    const id = await resolveId(api, 'kept', args.kept);
    const { item } = await api.post<{ item: QuarantineItem }>(`/api/admin/tenants/quarantine/${id}/restore`);
    this.say(`Возвращено: ${item.label}`);
    return { success: true, item };
  }
}
