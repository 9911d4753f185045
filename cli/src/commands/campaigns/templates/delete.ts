import { Args } from '@oclif/core';
import { BaseCommand, yesFlag } from '../../../base-command.ts';

export default class CampaignsTemplatesDelete extends BaseCommand {
  static override summary = 'Удалить шаблон для рассылок';
  static override args = { id: Args.integer({ required: true, min: 1, description: 'номер шаблона' }) };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; id: number }> {
    const { args, flags } = await this.parse(CampaignsTemplatesDelete);
    const api = await this.api();
    await this.confirm(`Удалить шаблон ${args.id}? Вернуть его нельзя.`, flags.yes);
    await api.delete(`/api/admin/email-templates/${args.id}`);
    this.say('Шаблон удалён.');
    return { success: true, id: args.id };
  }
}
