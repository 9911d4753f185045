import { Args } from '@oclif/core';
import { BaseCommand, type Several, yesFlag } from '../../base-command.ts';
import { resolveAll } from '../../operations/resolve.ts';
import { recognise } from '../../operations/resolve-id.ts';

type Done = { success: true; id: string };

export default class BackupsDelete extends BaseCommand {
  static override summary = 'Удалить копию навсегда';
  static override args = {
    backup: Args.string({ required: true, multiple: true, description: 'номер копии или его начало, можно несколько' }),
  };
  static override flags = yesFlag;

  async run(): Promise<Done | Several<Done>> {
    const { args, flags } = await this.parse(BackupsDelete);
    const api = await this.api();
    const backups = await resolveAll(args.backup, (one) => recognise(api, 'backup', one));
    const all = backups.map(({ about }) => about).join('; ');
    const [what, them] = backups.length > 1 ? [`копии (${backups.length}): ${all}`, 'их'] : [`копию: ${all}`, 'её'];
    await this.confirm(`Удалить ${what}? Вернуть ${them} нельзя.`, flags.yes);
    return this.each(
      backups,
      ({ id }) => id.slice(0, 8),
      async ({ id }) => {
        await api.call('DELETE /api/admin/backups/:id', { params: { id } });
        this.say('Копия удалена.');
        return { success: true, id };
      },
    );
  }
}
