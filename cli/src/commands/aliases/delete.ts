import { Args } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { resolveAlias } from '../../operations/resolve.ts';

export default class AliasesDelete extends BaseCommand {
  static override summary = 'Убрать бутылку из каталога';
  static override description = 'Вернуть её можно: ostatok aliases history и ostatok aliases revert.';
  static override args = { alias: Args.string({ required: true, description: 'штрихкод или номер' }) };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; alias: Alias }> {
    const { args, flags } = await this.parse(AliasesDelete);
    const api = await this.api();
    const alias = await resolveAlias(api, args.alias);
    await this.confirm(`Убрать из каталога «${alias.description}» (${alias.ean})?`, flags.yes);
    await api.delete(`/api/admin/aliases/${alias.id}`);
    this.say(`Убрано: ${alias.description}`);
    return { success: true, alias };
  }
}
