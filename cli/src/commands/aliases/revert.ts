import { Args } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.ts';
import { BaseCommand } from '../../base-command.ts';
import { aliasCard } from '../../labels/alias-card.ts';

export default class AliasesRevert extends BaseCommand {
  static override summary = 'Вернуть бутылку, какой она была после правки';
  static override description = 'Записывается новой правкой. Номера правок: ostatok aliases history';
  static override args = { revision: Args.integer({ required: true, min: 1, description: 'номер правки' }) };

  async run(): Promise<{ success: true; alias: Alias | null; revision: number }> {
    const { args } = await this.parse(AliasesRevert);
    const api = await this.api();
    const { alias, revision } = await api.post<{ alias: Alias | null; revision: number }>(
      `/api/admin/aliases/revisions/${args.revision}/revert`,
    );
    if (alias) this.showCard(aliasCard(alias));
    this.say(alias ? `Возвращено правкой ${revision}` : `Бутылка снова удалена правкой ${revision}`);
    return { success: true, alias, revision };
  }
}
