import { Args } from '@oclif/core';
import type { HostImage } from '@ostatok/api/contract/images.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';

export default class ImagesDelete extends BaseCommand {
  static override summary = 'Удалить образ навсегда';
  static override args = { image: Args.string({ required: true, description: 'номер или его начало' }) };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; message: string }> {
    const { args, flags } = await this.parse(ImagesDelete);
    const api = await this.api();
    const query = new URLSearchParams({ search: args.image, limit: '1000' });
    const { images } = await api.get<{ images: HostImage[] }>(`/api/admin/images?${query}`);
    const [image, another] = images.filter(({ id }) => id.replace(/^sha256:/, '').startsWith(args.image));
    if (!image) throw new UserError(`Образа ${args.image} нет. Все образы: ostatok images list`, 'image_not_found');
    if (another)
      throw new UserError(`На ${args.image} начинается несколько номеров. Введите больше`, 'image_ambiguous');
    await this.confirm(`Удалить образ ${image.repository}:${image.tag}? Вернуть его нельзя.`, flags.yes);
    const { message } = await api.delete<{ message: string }>(`/api/admin/images/${encodeURIComponent(image.id)}`);
    this.say(message);
    return { success: true, message };
  }
}
