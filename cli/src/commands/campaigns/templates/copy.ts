import { Args } from '@oclif/core';
import type { EmailTemplate } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { BaseCommand } from '../../../base-command.ts';
import { resolveTemplate } from '../../../operations/resolve.ts';

export default class CampaignsTemplatesCopy extends BaseCommand {
  static override summary = 'Скопировать шаблон';
  static override description = 'Копия — для рассылок.';
  static override args = {
    template: Args.string({ required: true, description: 'номер шаблона или вид письма, как verify_email' }),
  };

  async run(): Promise<{ success: true; template: EmailTemplate }> {
    const { args } = await this.parse(CampaignsTemplatesCopy);
    const api = await this.api();
    const { id } = await resolveTemplate(api, args.template);
    const { template } = await api.call('POST /api/admin/email-templates/:id/copy', { params: { id } });
    this.say(`Скопировано: ${template.name}, номер ${template.id}`);
    return { success: true, template };
  }
}
