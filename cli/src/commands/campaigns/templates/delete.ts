import { Args } from '@oclif/core';
import { BaseCommand, yesFlag } from '../../../base-command.ts';
import { resolveTemplate } from '../../../operations/resolve.ts';

export default class CampaignsTemplatesDelete extends BaseCommand {
  static override summary = 'Удалить шаблон для рассылок';
  static override args = {
    template: Args.string({ required: true, description: 'номер шаблона или вид письма, как verify_email' }),
  };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; id: number }> {
    const { args, flags } = await this.parse(CampaignsTemplatesDelete);
    const api = await this.api();
    const { id, name } = await resolveTemplate(api, args.template);
    await this.confirm(`Удалить шаблон ${id} «${name}»? Вернуть его нельзя.`, flags.yes);
    await api.call('DELETE /api/admin/email-templates/:id', { params: { id } });
    this.say('Шаблон удалён.');
    return { success: true, id };
  }
}
