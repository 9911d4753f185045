import { Args } from '@oclif/core';
import type { ActivityRecord } from '@ostatok/api/contract/overview.endpoints.ts';
import { BaseCommand, type Several, yesFlag } from '../../base-command.ts';

type Done = { success: true; activity: ActivityRecord; message: string };

export default class ActivityUndo extends BaseCommand {
  static override summary = 'Отменить сделанное по записи журнала';
  static override description =
    'Отменяются блокировки, приостановки и удаления заведений, изменения тарифов и каталога, решения по предложениям — если с тех пор то же не меняли. Номера записей: ostatok activity.';
  static override examples = [
    '<%= config.bin %> activity undo 118',
    '<%= config.bin %> activity undo 118 119 120 --yes',
  ];
  static override args = {
    entry: Args.integer({ required: true, multiple: true, min: 1, description: 'номер записи, можно несколько' }),
  };
  static override flags = yesFlag;

  async run(): Promise<Done | Several<Done>> {
    const { args, flags } = await this.parse(ActivityUndo);
    const api = await this.api();
    const ids = [...new Set(args.entry)];
    await this.confirm(ids.length === 1 ? `Отменить запись ${ids[0]}?` : `Отменить записей: ${ids.length}?`, flags.yes);
    return this.each(ids, String, async (id) => {
      const done = await api.call('POST /api/admin/activity/:id/undo', { params: { id } });
      this.say(done.message);
      return { success: true, activity: done.activity, message: done.message };
    });
  }
}
