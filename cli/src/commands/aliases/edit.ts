import { Args, Flags } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { aliasFieldsOf, aliasFlags } from '../../arguments/alias-flags.ts';
import { BaseCommand } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { aliasCard } from '../../labels/alias-card.ts';
import { resolveAlias } from '../../operations/resolve.ts';

export default class AliasesEdit extends BaseCommand {
  static override summary = 'Изменить бутылку в каталоге';
  static override description =
    'Меняется только названное, пустое значение стирает. Если её изменил кто-то ещё, ответом будет отказ.';
  static override args = { alias: Args.string({ required: true, description: 'штрихкод или номер' }) };
  static override flags = { ...aliasFlags, ean: Flags.string({ description: 'новый штрихкод', helpValue: 'КОД' }) };

  async run(): Promise<{ success: true; alias: Alias }> {
    const { args, flags } = await this.parse(AliasesEdit);
    const fields = aliasFieldsOf(flags);
    if (Object.keys(fields).length === 0 && !flags.ean)
      throw new UserError('Назовите, что изменить: ostatok aliases edit --help', 'nothing_to_change');
    const api = await this.api();
    const { id, ean, description, revision } = await resolveAlias(api, args.alias);
    const body = { description, ...fields, ean: flags.ean ?? ean, revision };
    const { alias } = await api.call('PUT /api/admin/aliases/:id', { params: { id }, body });
    this.showCard(aliasCard(alias));
    this.say('Изменено. Отправить заведениям: ostatok aliases push');
    return { success: true, alias };
  }
}
