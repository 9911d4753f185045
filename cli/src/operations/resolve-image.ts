import type { HostImage } from '@ostatok/api/contract/images.endpoints.ts';
import { UserError } from '../errors/user-error.ts';
import type { Api } from '../platform/api-client.ts';

/** Finds an image by its tag, or by its number or the beginning of that. */
export async function resolveImage(api: Api, start: string): Promise<HostImage> {
  const { images } = await api.call('GET /api/admin/images', { query: { search: start, limit: 1000 } });
  const [image, another] = images.filter(
    ({ id, tag }) => tag === start || id.replace(/^sha256:/, '').startsWith(start),
  );
  if (!image) throw new UserError(`Образа ${start} нет. Все образы: ostatok images list`, 'image_not_found');
  if (another) throw new UserError(`На ${start} подходит несколько образов. Введите больше`, 'image_ambiguous');
  return image;
}
