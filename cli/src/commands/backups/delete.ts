import { Args } from '@oclif/core';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { resolveId } from '../../operations/resolve-id.ts';

export default class BackupsDelete extends BaseCommand {
  static override summary = 'Удалить копию навсегда';
  static override args = { backup: Args.string({ required: true, description: 'номер копии или его начало' }) };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; id: string }> {
    const { args, flags } = await this.parse(BackupsDelete);
    const api = await this.api();
    const id = await resolveId(api, 'backup', args.backup);
    await this.confirm(`Удалить копию ${id}? Вернуть её нельзя.`, flags.yes);
    await api.delete(`/api/admin/backups/${id}`);
    this.say('Копия удалена.');
    return { success: true, id };
  }
}
