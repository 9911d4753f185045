import { Args } from '@oclif/core';
import { BaseCommand } from '../../../base-command.ts';
import { resolveTemplate } from '../../../operations/resolve.ts';

export default class CampaignsTemplatesTest extends BaseCommand {
  static override summary = 'Прислать себе пробное письмо';
  static override args = {
    template: Args.string({ required: true, description: 'номер шаблона или вид письма, как verify_email' }),
  };

  async run(): Promise<{ success: true; email: string }> {
    const { args } = await this.parse(CampaignsTemplatesTest);
    const api = await this.api();
    const template = await resolveTemplate(api, args.template);
    const { subject, html, template_type: templateType } = template;
    const { email } = await api.call('POST /api/admin/email/send-test', { body: { subject, html, templateType } });
    this.say(`Пробное письмо отправлено: ${email}`);
    return { success: true, email };
  }
}
