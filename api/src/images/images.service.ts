import type { HostImage as ListedImage } from '@ostatok/api/contract/images.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Release, Releases } from '../releases/releases.service.ts';

export const toListed = (release: Release): ListedImage => {
  const { id, repository, tag, size, createdAt, isDefault, tenants, stoppedAt, stopReason } = release;
  return {
    id,
    repository,
    tag,
    size,
    created_at: createdAt.toISOString(),
    in_use: isDefault || tenants > 0,
    is_default: isDefault,
    tenants,
    ...(stoppedAt && { stopped: { at: stoppedAt.toISOString(), reason: stopReason ?? '' } }),
  };
};

function compare(a: ListedImage, b: ListedImage, sort: keyof ListedImage): number {
  if (sort === 'size') return a.size - b.size;
  return String(a[sort]).localeCompare(String(b[sort])) || a.id.localeCompare(b.id);
}

const matches = (image: ListedImage, part: string): boolean =>
  [image.repository, image.tag, image.id].some((text) => text.toLowerCase().includes(part));

export interface ImagesDeps {
  db: Knex;
  releases: Pick<Releases, 'all' | 'remove'>;
  activity: Activity;
}

/** Lists the releases that tenants run from. They are few, so they are sorted here. */
export function createImages({ db, releases, activity }: ImagesDeps) {
  return {
    async list(query: ListPage & { ids?: string[]; search?: string }): Promise<{ rows: ListedImage[]; total: number }> {
      const part = query.search?.toLowerCase() ?? '';
      const found = (await releases.all())
        .map(toListed)
        .filter((image) => matches(image, part) && (query.ids?.includes(image.id) ?? true))
        .sort((a, b) => compare(a, b, query.sort as keyof ListedImage) * (query.order === 'desc' ? -1 : 1));
      return { rows: found.slice(query.offset, query.offset + query.limit), total: found.length };
    },
    /** Throws NotFound, or Conflict for a release that tenants run from or will. */
    async remove(actorId: number, id: string): Promise<void> {
      const { repository, tag } = await releases.remove(id);
      const target = `image:${id.slice(0, 12)}`;
      const description = `Удалён образ ${repository}:${tag}`;
      await activity.record(db, { actorId, action: 'image.deleted', description, target });
    },
  };
}
export type Images = ReturnType<typeof createImages>;
