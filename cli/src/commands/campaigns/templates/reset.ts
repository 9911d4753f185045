import { Args } from '@oclif/core';
import type { EmailTemplate } from '@ostatok/api/contract/email-templates.ts';
import { BaseCommand, yesFlag } from '../../../base-command.ts';

export default class CampaignsTemplatesReset extends BaseCommand {
  static override summary = 'Вернуть письму платформы исходный текст';
  static override args = { id: Args.integer({ required: true, min: 1, description: 'номер шаблона' }) };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; template: EmailTemplate }> {
    const { args, flags } = await this.parse(CampaignsTemplatesReset);
    const api = await this.api();
    await this.confirm(`Вернуть шаблону ${args.id} исходный текст? Изменения пропадут.`, flags.yes);
    const { template } = await api.post<{ template: EmailTemplate }>(`/api/admin/email-templates/${args.id}/reset`);
    this.say(`Исходный текст возвращён: ${template.name}`);
    return { success: true, template };
  }
}
