import { Args } from '@oclif/core';
import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import { BaseCommand, type Several } from '../../base-command.ts';
import { resolveAll } from '../../operations/resolve.ts';
import { resolveId } from '../../operations/resolve-id.ts';

type Done = { success: boolean; backup: Backup };

export default class BackupsVerify extends BaseCommand {
  static override summary = 'Проверить копию: развернуть рядом и сравнить';
  static override args = {
    backup: Args.string({ required: true, multiple: true, description: 'номер копии или его начало, можно несколько' }),
  };

  async run(): Promise<Done | Several<Done>> {
    const { args } = await this.parse(BackupsVerify);
    const api = await this.api();
    const ids = await resolveAll(args.backup, (one) => resolveId(api, 'backup', one));
    return this.each(
      ids,
      (id) => id.slice(0, 8),
      async (id) => {
        const { backup } = await api.call('POST /api/admin/backups/:id/verify', { params: { id } });
        if (backup.error) process.exitCode = 1;
        this.say(backup.error ?? 'Копия разворачивается, всё в ней на месте.');
        return { success: !backup.error, backup };
      },
    );
  }
}
