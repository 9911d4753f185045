import { Args } from '@oclif/core';
import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { backupStateWord, protectionWord } from '../../labels/backup-labels.ts';
import { resolveId } from '../../operations/resolve-id.ts';
import { bytes, moment, orNone } from '../../output/format.ts';

export default class BackupsShow extends BaseCommand {
  static override summary = 'Всё об одной копии';
  static override args = { backup: Args.string({ required: true, description: 'номер копии или его начало' }) };

  async run(): Promise<{ success: true; backup: Backup }> {
    const { args } = await this.parse(BackupsShow);
    const api = await this.api();
    const id = await resolveId(api, 'backup', args.backup);
    const { backup } = await api.call('GET /api/admin/backups/:id', { params: { id } });
    this.showCard([
      ['Чья', backup.subdomain ?? backup.tenant_id ?? 'платформа'],
      ['Состояние', backupStateWord(backup)],
      ['Размер', bytes(backup.bytes)],
      ['Защита', protectionWord(backup)],
      ['Сделана', moment(backup.created_at)],
      ['Проверена', moment(backup.verified_at)],
      ...(backup.error ? [['Что не так', backup.error] as [string, string]] : []),
      ['SHA-256', orNone(backup.sha256)],
      ['Номер', backup.id],
    ]);
    return { success: true, backup };
  }
}
