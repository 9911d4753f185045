import { Args } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { aliasCard } from '../../labels/alias-card.ts';

export default class AliasesRevert extends BaseCommand {
  static override summary = 'Вернуть бутылку, какой она была после правки';
  static override description = 'Записывается новой правкой. Номера правок: ostatok aliases history';
  static override args = { revision: Args.integer({ required: true, min: 1, description: 'номер правки' }) };

  async run(): Promise<{ success: true; alias: Alias | null; revision: number }> {
    const { args } = await this.parse(AliasesRevert);
    const api = await this.api();
    const { alias, revision } = await api.call('POST /api/admin/aliases/revisions/:revision/revert', {
      params: { revision: args.revision },
    });
    if (alias) this.showCard(aliasCard(alias));
    this.say(alias ? `Возвращено правкой ${revision}` : `Бутылка снова удалена правкой ${revision}`);
    return { success: true, alias, revision };
  }
}
