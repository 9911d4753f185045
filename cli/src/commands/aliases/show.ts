import { Args } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { aliasCard } from '../../labels/alias-card.ts';
import { resolveAlias } from '../../operations/resolve.ts';

export default class AliasesShow extends BaseCommand {
  static override summary = 'Всё об одной бутылке';
  static override args = { alias: Args.string({ required: true, description: 'штрихкод или номер' }) };

  async run(): Promise<{ success: true; alias: Alias }> {
    const { args } = await this.parse(AliasesShow);
    const alias = await resolveAlias(await this.api(), args.alias);
    this.showCard(aliasCard(alias));
    return { success: true, alias };
  }
}
