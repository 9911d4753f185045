import { Args } from '@oclif/core';
import type { EmailVariable } from '@ostatok/api/contract/email-templates.endpoints.ts';
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
    const { variables } = await api.call('GET /api/admin/email/variables', { query: { type: args.type } });
    const options = { limit: variables.length, page: 1, all: true };
    this.showList({ rows: variables, total: variables.length }, options, columns, 'Переменных у этого письма нет.');
    return { success: true, variables };
  }
}
