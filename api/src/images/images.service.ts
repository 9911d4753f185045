import type { HostImage as ListedImage } from '@ostatok/api/contract/images.endpoints.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Host } from '../hosting/host.ts';
import type { Operations } from '../operations/operations.service.ts';
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
  host: Pick<Host, 'buildImage'>;
  operations: Pick<Operations, 'define' | 'start'>;
  activity: Activity;
}

type BuildOrder = { pull: boolean };

/** Lists and builds the images that tenants run from. They are few, so they are sorted here. */
export function createImages({ db, releases, host, operations, activity }: ImagesDeps) {
  operations.define<null, BuildOrder>('image_build', {
    concurrency: 1,
    async run(_item, { input }) {
      const release = await host.buildImage(input).catch((error) => {
        throw new Unavailable(60, `Образ не собран: ${(error as Error).message}`);
      });
      return { message: `Собран образ выпуска ${release}`, result: { release } };
    },
    async finish({ results }) {
      const [built] = (await results()) as { release: string }[];
      return { message: built ? `Собран образ выпуска ${built.release}` : 'Образ не собран' };
    },
  });

  return {
    /** Throws Conflict while another build is under way. */
    async build(startedBy: number, input: BuildOrder): Promise<Operation> {
      const items = [{ key: 'image', label: 'Образ заведений' }];
      return db.transaction((trx) =>
        operations.start(trx, {
          kind: 'image_build',
          title: 'Сборка образа заведений',
          startedBy,
          input,
          items,
          unique: 'image_build',
        }),
      );
    },
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
