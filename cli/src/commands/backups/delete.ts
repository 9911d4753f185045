import { Args } from '@oclif/core';
import { BaseCommand, yesFlag } from '../../base-command.ts';

export default class BackupsDelete extends BaseCommand {
  static override summary = 'Удалить копию навсегда';
  static override args = { id: Args.string({ required: true, description: 'номер копии' }) };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; id: string }> {
    const { args, flags } = await this.parse(BackupsDelete);
    const api = await this.api();
    await this.confirm(`Удалить копию ${args.id}? Вернуть её нельзя.`, flags.yes);
    await api.delete(`/api/admin/backups/${encodeURIComponent(args.id)}`);
    this.say('Копия удалена.');
    return { success: true, id: args.id };
  }
}
