import { Args } from '@oclif/core';
import type { EmailTemplate } from '@ostatok/api/contract/email-templates.ts';
import { BaseCommand } from '../../../base-command.ts';

export default class CampaignsTemplatesTest extends BaseCommand {
  static override summary = 'Прислать себе пробное письмо';
  static override args = { id: Args.integer({ required: true, min: 1, description: 'номер шаблона' }) };

  async run(): Promise<{ success: true; email: string }> {
    const { args } = await this.parse(CampaignsTemplatesTest);
    const api = await this.api();
    const { template } = await api.get<{ template: EmailTemplate }>(`/api/admin/email-templates/${args.id}`);
    const { email } = await api.post<{ email: string }>('/api/admin/email/send-test', {
      subject: template.subject,
      html: template.html,
      templateType: template.template_type,
    });
    this.say(`Пробное письмо отправлено: ${email}`);
    return { success: true, email };
  }
}
