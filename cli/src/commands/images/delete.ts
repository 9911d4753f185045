import { Args } from '@oclif/core';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { resolveImage } from '../../operations/resolve-image.ts';

export default class ImagesDelete extends BaseCommand {
  static override summary = 'Удалить образ навсегда';
  static override args = { image: Args.string({ required: true, description: 'метка, номер или начало номера' }) };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; message: string }> {
    const { args, flags } = await this.parse(ImagesDelete);
    const api = await this.api();
    const image = await resolveImage(api, args.image);
    await this.confirm(`Удалить образ ${image.repository}:${image.tag}? Вернуть его нельзя.`, flags.yes);
    const { message } = await api.call('DELETE /api/admin/images/:id', { params: { id: image.id } });
    this.say(message);
    return { success: true, message };
  }
}
