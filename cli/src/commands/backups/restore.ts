import { Args } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { unsignedFlag } from '../../labels/backup-labels.ts';
import { recognise } from '../../operations/resolve-id.ts';

export default class BackupsRestore extends BaseCommand {
  static override summary = 'Вернуть заведение к этой копии';
  static override description =
    'Разворачивает копию рядом, проверяет и заменяет ею нынешние данные; они хранятся ещё 7 дней. Базу самой платформы возвращают при остановленной платформе: docs/backups.md';
  static override args = { backup: Args.string({ required: true, description: 'номер копии или его начало' }) };
  static override flags = { ...yesFlag, ...unsignedFlag };

  async run(): Promise<{ success: boolean; operation: Operation }> {
    const { args, flags } = await this.parse(BackupsRestore);
    const api = await this.api();
    const { id, about } = await recognise(api, 'backup', args.backup);
    await this.confirm(
      `Вернуть заведение к этой копии: ${about}? Всё, что записано после неё, пропадёт из заведения.`,
      flags.yes,
    );
    const { operation } = await api.call('POST /api/admin/backups/:id/restore', {
      params: { id },
      body: { unsigned: flags.unsigned },
      headers: { prefer: 'respond-async' },
    });
    const ended = await this.follow(api, operation);
    return { success: ended.status === 'done' && ended.failed === 0, operation: ended };
  }
}
