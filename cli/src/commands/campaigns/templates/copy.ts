import { Args } from '@oclif/core';
import type { EmailTemplate } from '@ostatok/api/contract/email-templates.ts';
import { BaseCommand } from '../../../base-command.ts';

export default class CampaignsTemplatesCopy extends BaseCommand {
  static override summary = 'Скопировать шаблон';
  static override description = 'Копия — для рассылок.';
  static override args = { id: Args.integer({ required: true, min: 1, description: 'номер шаблона' }) };

  async run(): Promise<{ success: true; template: EmailTemplate }> {
    const { args } = await this.parse(CampaignsTemplatesCopy);
    const api = await this.api();
    const { template } = await api.post<{ template: EmailTemplate }>(`/api/admin/email-templates/${args.id}/copy`);
    this.say(`Скопировано: ${template.name}, номер ${template.id}`);
    return { success: true, template };
  }
}
