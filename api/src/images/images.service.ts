import type { HostImage as ListedImage } from '@ostatok/api/contract/images.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Host, HostImage } from '../hosting/host.ts';

/** A host without containers has no images. */
export type ImageHost = Partial<Pick<Host, 'images' | 'removeImage'>>;

const toListed = ({ createdAt, inUse, ...image }: HostImage): ListedImage => ({
  ...image,
  created_at: createdAt.toISOString(),
  in_use: inUse,
});

function compare(a: ListedImage, b: ListedImage, sort: keyof ListedImage): number {
  if (sort === 'size') return a.size - b.size;
  return String(a[sort]).localeCompare(String(b[sort])) || a.id.localeCompare(b.id);
}

const matches = (image: ListedImage, part: string): boolean =>
  [image.repository, image.tag, image.id].some((text) => text.toLowerCase().includes(part));

/** Lists the releases that tenants run from. They are few, so they are sorted here. */
export function createImages({ db, host, activity }: { db: Knex; host: ImageHost; activity: Activity }) {
  const all = async (): Promise<HostImage[]> => (await host.images?.()) ?? [];
  return {
    async list(query: ListPage & { ids?: string[]; search?: string }): Promise<{ rows: ListedImage[]; total: number }> {
      const part = query.search?.toLowerCase() ?? '';
      const found = (await all())
        .map(toListed)
        .filter((image) => matches(image, part) && (query.ids?.includes(image.id) ?? true))
        .sort((a, b) => compare(a, b, query.sort as keyof ListedImage) * (query.order === 'desc' ? -1 : 1));
      return { rows: found.slice(query.offset, query.offset + query.limit), total: found.length };
    },
    /** Throws NotFound, or Conflict for a release that tenants run from. */
    async remove(actorId: number, id: string): Promise<void> {
      const image = (await all()).find((one) => one.id === id);
      if (!image) throw new NotFound('Такого образа нет', 'image_not_found');
      const name = `${image.repository}:${image.tag}`;
      if (image.inUse)
        throw new Conflict('image_in_use', `Из образа ${name} запускаются заведения: его нельзя удалить`);
      if (!host.removeImage) throw new Conflict('images_fixed', 'Здесь образы не удаляются');
      await host.removeImage(id);
      const target = `image:${id.slice(0, 12)}`;
      await activity.record(db, { actorId, action: 'image.deleted', description: `Удалён образ ${name}`, target });
    },
  };
}
export type Images = ReturnType<typeof createImages>;
