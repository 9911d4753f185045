import { Args } from '@oclif/core';
import type { Backup } from '@ostatok/api/contract/backups.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveId } from '../../operations/resolve-id.ts';

export default class BackupsVerify extends BaseCommand {
  static override summary = 'Проверить копию: развернуть рядом и сравнить';
  static override args = { backup: Args.string({ required: true, description: 'номер копии или его начало' }) };

  async run(): Promise<{ success: boolean; backup: Backup }> {
    const { args } = await this.parse(BackupsVerify);
    const api = await this.api();
    const id = await resolveId(api, 'backup', args.backup);
    const path = `/api/admin/backups/${id}/verify`;
    const { backup } = await api.post<{ backup: Backup }>(path);
    if (backup.error) process.exitCode = 1;
    this.say(backup.error ?? 'Копия разворачивается, всё в ней на месте.');
    return { success: !backup.error, backup };
  }
}
