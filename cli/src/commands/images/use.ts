import { Args } from '@oclif/core';
import type { HostImage } from '@ostatok/api/contract/images.endpoints.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { resolveImage } from '../../operations/resolve-image.ts';

export default class ImagesUse extends BaseCommand {
  static override summary = 'Запускать заведения из этого образа';
  static override description =
    'Спящие возьмут его, когда проснутся, работающие — после ostatok tenants update --all. Те, где он не заработает, вернутся на прежний; после третьего такого образ больше никто не возьмёт.';
  static override args = { image: Args.string({ required: true, description: 'метка, номер или начало номера' }) };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; message: string; image: HostImage }> {
    const { args, flags } = await this.parse(ImagesUse);
    const api = await this.api();
    const { id, repository, tag } = await resolveImage(api, args.image);
    await this.confirm(`Запускать заведения из ${repository}:${tag}?`, flags.yes);
    const { message, image } = await api.call('POST /api/admin/images/:id/use', { params: { id } });
    this.say(message);
    return { success: true, message, image };
  }
}
