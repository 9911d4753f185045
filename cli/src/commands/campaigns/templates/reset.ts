import { Args } from '@oclif/core';
import type { EmailTemplate } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { BaseCommand, yesFlag } from '../../../base-command.ts';
import { resolveTemplate } from '../../../operations/resolve.ts';

export default class CampaignsTemplatesReset extends BaseCommand {
  static override summary = 'Вернуть письму платформы исходный текст';
  static override args = {
    template: Args.string({ required: true, description: 'номер шаблона или вид письма, как verify_email' }),
  };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; template: EmailTemplate }> {
    const { args, flags } = await this.parse(CampaignsTemplatesReset);
    const api = await this.api();
    const { id, name } = await resolveTemplate(api, args.template);
    await this.confirm(`Вернуть шаблону ${id} «${name}» исходный текст? Изменения пропадут.`, flags.yes);
    const { template } = await api.call('POST /api/admin/email-templates/:id/reset', { params: { id } });
    this.say(`Исходный текст возвращён: ${template.name}`);
    return { success: true, template };
  }
}
