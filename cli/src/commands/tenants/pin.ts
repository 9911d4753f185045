import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { resolveTenant } from '../../operations/resolve.ts';
import { resolveImage } from '../../operations/resolve-image.ts';

export default class TenantsPin extends BaseCommand {
  static override summary = 'Закрепить заведение за выпуском';
  static override description =
    'Действует с его следующего запуска или обновления. С --default заведение снова следует за выпуском всех.';
  static override args = {
    tenant: Args.string({ required: true, description: 'поддомен или номер' }),
    image: Args.string({ description: 'метка образа, его номер или начало номера' }),
  };
  static override flags = { default: Flags.boolean({ description: 'следовать за выпуском всех' }) };

  async run(): Promise<{ success: true; message: string; release: string | null }> {
    const { args, flags } = await this.parse(TenantsPin);
    if (Boolean(flags.default) === Boolean(args.image))
      throw new UserError('Назовите образ или добавьте --default. Все образы: ostatok images list', 'which_image');
    const api = await this.api();
    const { tenant_id: id } = await resolveTenant(api, args.tenant);
    const image = args.image ? (await resolveImage(api, args.image)).id : null;
    const { message, release } = await api.call('POST /api/admin/tenants/:id/pin', { params: { id }, body: { image } });
    this.say(message);
    return { success: true, message, release };
  }
}
