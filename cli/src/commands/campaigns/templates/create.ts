import { Args, Flags } from '@oclif/core';
import type { EmailTemplate } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { templateSource } from '../../../arguments/template-source.ts';
import { BaseCommand } from '../../../base-command.ts';

export default class CampaignsTemplatesCreate extends BaseCommand {
  static override summary = 'Добавить шаблон для рассылок';
  static override examples = ['<%= config.bin %> campaigns templates create Весна --subject Весна --file a.mjml'];
  static override args = { name: Args.string({ required: true, description: 'название' }) };
  static override flags = {
    subject: Flags.string({ required: true, description: 'заголовок письма', helpValue: 'ТЕКСТ' }),
    file: Flags.string({ required: true, description: 'письмо: .mjml или .html', helpValue: 'ФАЙЛ' }),
    description: Flags.string({ description: 'описание', helpValue: 'ТЕКСТ' }),
  };

  async run(): Promise<{ success: true; template: EmailTemplate }> {
    const { args, flags } = await this.parse(CampaignsTemplatesCreate);
    const source = await templateSource(flags.file);
    const api = await this.api();
    const { template } = await api.call('POST /api/admin/email-templates', {
      body: { name: args.name, subject: flags.subject, description: flags.description ?? '', ...source },
    });
    this.say(
      `Шаблон ${template.id} сохранён. Проверить: ostatok campaigns send --template ${template.id} --subject "…"`,
    );
    return { success: true, template };
  }
}
