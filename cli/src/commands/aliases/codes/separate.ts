import { Args } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { BaseCommand, yesFlag } from '../../../base-command.ts';
import { resolveAlias } from '../../../operations/resolve.ts';

export default class AliasesCodesSeparate extends BaseCommand {
  static override summary = 'Отделить код от товара';
  static override description =
    'Если раньше он был отдельным алиасом, он станет им снова, иначе его не будет. Вернуть: ostatok aliases history и ostatok aliases revert.';
  static override args = { code: Args.string({ required: true, description: 'код или номер' }) };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; alias: Alias | null; revision: number }> {
    const { args, flags } = await this.parse(AliasesCodesSeparate);
    const api = await this.api();
    const { id, ean, description } = await resolveAlias(api, args.code);
    await this.confirm(`Отделить код ${ean} от товара «${description}»?`, flags.yes);
    const { alias, revision } = await api.call('POST /api/admin/aliases/:id/separate', { params: { id } });
    this.say(alias ? `Отделён: ${ean} снова «${alias.description}»` : `Отделён: кода ${ean} в каталоге больше нет`);
    return { success: true, alias, revision };
  }
}
