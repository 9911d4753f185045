import { Args } from '@oclif/core';
import type { EmailVariable } from '@ostatok/api/contract/email-templates.ts';
import { BaseCommand, type Column } from '../../../base-command.ts';
import { yesNo } from '../../../output/format.ts';

const columns: Column<EmailVariable>[] = [
  ['ПЕРЕМЕННАЯ', ({ name }) => `{{${name}}}`, 'whole'],
  ['ЧТО ЭТО', ({ label }) => label],
  ['НАПРИМЕР', ({ example }) => example],
  ['ОБЯЗАТЕЛЬНА', ({ required }) => yesNo(required), 'spare'],
];

export default class CampaignsTemplatesVariables extends BaseCommand {
  static override summary = 'Какие переменные может назвать письмо';
  static override args = {
    type: Args.string({ default: 'marketing', description: 'вид письма, как verify_email; без него — рассылка' }),
  };

  async run(): Promise<{ success: true; variables: EmailVariable[] }> {
    const { args } = await this.parse(CampaignsTemplatesVariables);
    const api = await this.api();
    const path = `/api/admin/email/variables?type=${encodeURIComponent(args.type)}`;
    const { variables } = await api.get<{ variables: EmailVariable[] }>(path);
    const options = { limit: variables.length, page: 1, all: true };
    this.showList({ rows: variables, total: variables.length }, options, columns, 'Переменных у этого письма нет.');
    return { success: true, variables };
  }
}
