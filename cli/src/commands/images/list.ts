import type { HostImage } from '@ostatok/api/contract/images.endpoints.ts';
import { imageSorts } from '@ostatok/api/contract/images.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listAll, listFlags, sortFlag } from '../../lists/listing.ts';
import { bytes, day } from '../../output/format.ts';

const stateOf = ({ is_default, stopped }: HostImage): string =>
  stopped ? 'остановлен' : is_default ? 'для всех' : '—';

const columns: Column<HostImage>[] = [
  ['ОБРАЗ', ({ repository }) => repository, 'whole'],
  ['МЕТКА', ({ tag }) => tag, 'whole'],
  ['РАЗМЕР', ({ size }) => bytes(size)],
  ['СОЗДАН', ({ created_at }) => day(created_at)],
  ['ЗАВЕДЕНИЙ', ({ tenants }) => String(tenants)],
  ['СОСТОЯНИЕ', stateOf],
];

export default class ImagesList extends BaseCommand {
  static override summary = 'Образы на сервере';
  static override flags = { ...listFlags, sort: sortFlag(imageSorts) };

  async run(): Promise<{ success: true; images: HostImage[]; total: number }> {
    const { flags } = await this.parse(ImagesList);
    const found = await listAll(await this.api(), 'GET /api/admin/images', flags);
    this.showList(found, flags, columns, 'Образы не найдены');
    return { success: true, images: found.rows, total: found.total };
  }
}
