import { Args } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { AliasInput } from '@ostatok/api/contract/catalogue.ts';
import { aliasFieldsOf, aliasFlags } from '../../arguments/alias-flags.ts';
import { BaseCommand } from '../../base-command.ts';
import { aliasCard } from '../../labels/alias-card.ts';

export default class AliasesCreate extends BaseCommand {
  static override summary = 'Добавить бутылку в каталог';
  static override examples = ['<%= config.bin %> aliases create 5011007003029 --description "Jameson" --empty 512'];
  static override args = { ean: Args.string({ required: true, description: 'штрихкод' }) };
  static override flags = aliasFlags;

  async run(): Promise<{ success: true; alias: Alias }> {
    const { args, flags } = await this.parse(AliasesCreate);
    const api = await this.api();
    const body = { ean: args.ean, ...aliasFieldsOf(flags) } as AliasInput;
    const { alias } = await api.call('POST /api/admin/aliases', { body });
    this.showCard(aliasCard(alias));
    this.say('Добавлено. Отправить заведениям: ostatok aliases push');
    return { success: true, alias };
  }
}
