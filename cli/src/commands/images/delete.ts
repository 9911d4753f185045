import { Args } from '@oclif/core';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';

export default class ImagesDelete extends BaseCommand {
  static override summary = 'Удалить образ навсегда';
  static override args = { image: Args.string({ required: true, description: 'номер или его начало' }) };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; message: string }> {
    const { args, flags } = await this.parse(ImagesDelete);
    const api = await this.api();
    const { images } = await api.call('GET /api/admin/images', { query: { search: args.image, limit: 1000 } });
    const [image, another] = images.filter(({ id }) => id.replace(/^sha256:/, '').startsWith(args.image));
    if (!image) throw new UserError(`Образа ${args.image} нет. Все образы: ostatok images list`, 'image_not_found');
    if (another)
      throw new UserError(`На ${args.image} начинается несколько номеров. Введите больше`, 'image_ambiguous');
    await this.confirm(`Удалить образ ${image.repository}:${image.tag}? Вернуть его нельзя.`, flags.yes);
    const { message } = await api.call('DELETE /api/admin/images/:id', { params: { id: image.id } });
    this.say(message);
    return { success: true, message };
  }
}
