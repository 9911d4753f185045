import { Args } from '@oclif/core';
import type { QuarantineItem } from '@ostatok/api/contract/cleanup.ts';
import { BaseCommand } from '../../base-command.ts';

export default class CleanupRestore extends BaseCommand {
  static override summary = 'Вернуть из карантина';
  static override args = { id: Args.string({ required: true, description: 'номер из ostatok cleanup quarantine' }) };

  async run(): Promise<{ success: true; item: QuarantineItem }> {
    const { args } = await this.parse(CleanupRestore);
    const api = await this.api();
    const { item } = await api.post<{ item: QuarantineItem }>(
      `/api/admin/tenants/quarantine/${encodeURIComponent(args.id)}/restore`,
    );
    this.say(`Возвращено: ${item.label}`);
    return { success: true, item };
  }
}
