import { Args, Flags } from '@oclif/core';
import type { EmailTemplate } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { BaseCommand } from '../../../base-command.ts';
import { resolveTemplate } from '../../../operations/resolve.ts';
import { moment, orNone } from '../../../output/format.ts';

export default class CampaignsTemplatesShow extends BaseCommand {
  static override summary = 'Шаблон письма; с --source — его текст';
  static override args = {
    template: Args.string({ required: true, description: 'номер шаблона или вид письма, как verify_email' }),
  };
  static override flags = { source: Flags.boolean({ description: 'показать MJML, а без него HTML' }) };

  async run(): Promise<{ success: true; template: EmailTemplate }> {
    const { args, flags } = await this.parse(CampaignsTemplatesShow);
    const api = await this.api();
    const template = await resolveTemplate(api, args.template);
    if (flags.source) this.log(template.mjml ?? template.html);
    else {
      this.showCard([
        ['Название', template.name],
        ['Описание', orNone(template.description)],
        ['Вид', template.is_system ? template.template_type : 'для рассылок'],
        ['Заголовок', template.subject],
        ['Переменные', template.variables.join(', ')],
        ['Не отправляется', orNone(template.error)],
        ['Изменён', moment(template.updated_at)],
      ]);
    }
    return { success: true, template };
  }
}
