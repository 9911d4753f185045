import { Args } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { packText } from '@ostatok/api/contract/labels.ts';
import { BaseCommand } from '../../../base-command.ts';
import { resolveAlias } from '../../../operations/resolve.ts';
import { table } from '../../../output/table.ts';

export default class AliasesCodesList extends BaseCommand {
  static override summary = 'Все коды товара: бутылки и ящики';
  static override args = { alias: Args.string({ required: true, description: 'любой код товара или номер' }) };

  async run(): Promise<{ success: true; codes: Alias[] }> {
    const { args } = await this.parse(AliasesCodesList);
    const api = await this.api();
    const { id } = await resolveAlias(api, args.alias);
    const { codes } = await api.call('GET /api/admin/aliases/:id/codes', { params: { id } });
    const rows = codes.map(({ ean, pack, product_id }) => [ean, packText(pack), product_id === null ? 'основной' : '']);
    this.log(codes[0]?.description);
    this.log(table(['ШТРИХКОД', 'ЧТО ЭТО', ''], rows, process.stdout.columns, [0]));
    return { success: true, codes };
  }
}
