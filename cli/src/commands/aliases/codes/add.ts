import { Args, Flags } from '@oclif/core';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { packText } from '@ostatok/api/contract/labels.ts';
import { BaseCommand, yesFlag } from '../../../base-command.ts';
import { findAliasOfCode, resolveAlias } from '../../../operations/resolve.ts';

export default class AliasesCodesAdd extends BaseCommand {
  static override summary = 'Добавить товару ещё один код: другой бутылки или ящика';
  static override description =
    'Код, под которым в каталоге уже есть алиас, становится кодом этого товара: сначала покажет название и спросит.';
  static override examples = ['<%= config.bin %> aliases codes add 5011007003029 15011007003026 --pack 12'];
  static override args = {
    alias: Args.string({ required: true, description: 'любой код товара или номер' }),
    code: Args.string({ required: true, description: 'новый код' }),
  };
  static override flags = {
    ...yesFlag,
    pack: Flags.integer({ default: 1, description: 'сколько бутылок значит код', helpValue: 'ЧИСЛО' }),
  };

  async run(): Promise<{ success: true; alias: Alias }> {
    const { args, flags } = await this.parse(AliasesCodesAdd);
    const api = await this.api();
    const { id, description } = await resolveAlias(api, args.alias);
    const known = await findAliasOfCode(api, args.code);
    const code = `${args.code} (${packText(flags.pack)})`;
    const question = known
      ? `Сделать «${known.description}» кодом ${code} товара «${description}»?`
      : `Добавить код ${code} товару «${description}»?`;
    await this.confirm(question, flags.yes);
    const body = { ean: args.code, pack: flags.pack, ...(known && { revision: known.revision }) };
    const { alias } = await api.call('POST /api/admin/aliases/:id/codes', { params: { id }, body });
    this.say(`Код ${alias.ean} (${packText(alias.pack)}) добавлен: ${alias.description}`);
    this.say('Отправить заведениям: ostatok aliases push');
    return { success: true, alias };
  }
}
