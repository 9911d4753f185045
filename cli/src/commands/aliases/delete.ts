import { Args } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { BaseCommand, type Several, yesFlag } from '../../base-command.ts';
import { resolveAlias, resolveAll } from '../../operations/resolve.ts';

type Done = { success: true; alias: Alias };

export default class AliasesDelete extends BaseCommand {
  static override summary = 'Убрать бутылку из каталога';
  static override description = 'Вернуть её можно: ostatok aliases history и ostatok aliases revert.';
  static override args = {
    alias: Args.string({ required: true, multiple: true, description: 'штрихкод или номер, можно несколько' }),
  };
  static override flags = yesFlag;

  async run(): Promise<Done | Several<Done>> {
    const { args, flags } = await this.parse(AliasesDelete);
    const api = await this.api();
    const aliases = await resolveAll(args.alias, (one) => resolveAlias(api, one));
    const named = aliases.map(({ description, ean }) => `«${description}» (${ean})`).join(', ');
    const many = aliases.length > 1 ? ` (${aliases.length})` : '';
    await this.confirm(`Убрать из каталога${many} ${named}?`, flags.yes);
    return this.each(
      aliases,
      ({ ean }) => ean,
      async (alias) => {
        await api.call('DELETE /api/admin/aliases/:id', { params: { id: alias.id } });
        this.say(`Убрано: ${alias.description}`);
        return { success: true, alias };
      },
    );
  }
}
