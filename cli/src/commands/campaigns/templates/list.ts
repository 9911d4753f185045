import { Flags } from '@oclif/core';
import type { EmailTemplateRow } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { emailTemplateSorts } from '@ostatok/api/contract/email-templates.ts';
import { BaseCommand, type Column } from '../../../base-command.ts';
import { listAll, listFlags, sortFlag } from '../../../lists/listing.ts';
import { day } from '../../../output/format.ts';

const kindOf = ({ is_system, is_changed, template_type }: EmailTemplateRow): string =>
  is_system ? `${template_type}${is_changed ? ', изменён' : ''}` : 'для рассылок';

const columns: Column<EmailTemplateRow>[] = [
  ['№', ({ id }) => String(id), 'whole'],
  ['НАЗВАНИЕ', ({ name }) => name],
  ['ВИД', kindOf],
  ['ЗАГОЛОВОК', ({ subject }) => subject],
  ['ИЗМЕНЁН', ({ updated_at }) => day(updated_at), 'spare'],
];

export default class CampaignsTemplatesList extends BaseCommand {
  static override summary = 'Шаблоны писем';
  static override flags = {
    ...listFlags,
    sort: sortFlag(emailTemplateSorts),
    system: Flags.boolean({
      description: 'только письма самой платформы; --no-system — только для рассылок',
      allowNo: true,
    }),
  };

  async run(): Promise<{ success: true; templates: EmailTemplateRow[]; total: number }> {
    const { flags } = await this.parse(CampaignsTemplatesList);
    const filter = { is_system: flags.system };
    const found = await listAll(await this.api(), 'GET /api/admin/email-templates', flags, { filter });
    this.showList(found, flags, columns, 'Шаблонов нет. Добавить: ostatok campaigns templates create');
    return { success: true, templates: found.rows, total: found.total };
  }
}
