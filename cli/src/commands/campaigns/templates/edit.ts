import { Args, Flags } from '@oclif/core';
import type { EmailTemplate } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { templateSource } from '../../../arguments/template-source.ts';
import { BaseCommand, yesFlag } from '../../../base-command.ts';
import { resolveTemplate } from '../../../operations/resolve.ts';

export default class CampaignsTemplatesEdit extends BaseCommand {
  static override summary = 'Изменить шаблон';
  static override description =
    'Письмо самой платформы меняется для всех пользователей. Макет редактора при новом тексте сбрасывается.';
  static override args = {
    template: Args.string({ required: true, description: 'номер шаблона или вид письма, как verify_email' }),
  };
  static override flags = {
    ...yesFlag,
    name: Flags.string({ description: 'название', helpValue: 'ТЕКСТ' }),
    subject: Flags.string({ description: 'заголовок письма', helpValue: 'ТЕКСТ' }),
    file: Flags.string({ description: 'письмо: .mjml или .html', helpValue: 'ФАЙЛ' }),
    description: Flags.string({ description: 'описание', helpValue: 'ТЕКСТ' }),
  };

  async run(): Promise<{ success: true; template: EmailTemplate }> {
    const { args, flags } = await this.parse(CampaignsTemplatesEdit);
    const api = await this.api();
    const present = await resolveTemplate(api, args.template);
    if (present.is_system)
      await this.confirm(`«${present.name}» — письмо самой платформы, его получат все. Изменить?`, flags.yes);
    const source = flags.file === undefined ? {} : { design: null, text: '', ...(await templateSource(flags.file)) };
    const { name, subject, description, design, mjml, html, text, updated_at } = present;
    const body = {
      design,
      mjml,
      html,
      text,
      ...source,
      name: flags.name ?? name,
      subject: flags.subject ?? subject,
      description: flags.description ?? description,
      updated_at,
    };
    const { template } = await api.call('PUT /api/admin/email-templates/:id', { params: { id: present.id }, body });
    this.say(`Шаблон сохранён: ${template.name}`);
    return { success: true, template };
  }
}
