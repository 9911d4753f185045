import type { Logger } from '@ostatok/kit/node/log.ts';
import type { HostImage } from '../host.ts';
import { createReleases } from '../releases.ts';
import { type Engine, ifKnown, unlessSo } from './engine.ts';
import {
  buildTenantImage,
  fetchTenantImage,
  imageOf,
  listTenantImages,
  pushTenantImage,
  removeReplaced,
} from './tenant-image.ts';

const RETRY_MS = 60_000;

interface TenantImagesDeps {
  engine: Engine;
  home: string;
  built: string;
  packages: string;
  recipes: string;
  log: Logger;
}

/**
 * The images that tenants run from: one of each release, built here from the release that the platform brings, or fetched
 * from the registry of a swarm.
 */
export function createTenantImages({ engine, home, built, packages, recipes, log }: TenantImagesDeps) {
  const releases = createReleases({ home, built, packages });
  /** The releases of which there is an image, as of the last look. */
  let known = new Set<string>();
  const building = new Map<string, Promise<void>>();
  let tryAfter = 0;

  async function list(): Promise<HostImage[]> {
    const images = await listTenantImages(engine);
    known = new Set(images.map(({ tag }) => tag));
    return images;
  }

  async function build(release: string, anew?: { pull: boolean }): Promise<void> {
    const source = { release, folder: releases.folderOf(release), packages };
    await buildTenantImage(engine, source, { recipes, scratch: home, anew });
    if (engine.isPushed) await pushTenantImage(engine, release);
    log.info({ release }, 'image built');
    await removeReplaced(engine);
    await list();
  }

  /** Whether another machine has built the image before, so that it can be fetched. */
  async function fetch(release: string): Promise<boolean> {
    if (!engine.isPushed) return false;
    try {
      await fetchTenantImage(engine, release);
    } catch (error) {
      log.info({ err: error, release }, 'image is not in the registry');
      return false;
    }
    await list();
    return true;
  }

  function buildOnce(release: string, anew?: { pull: boolean }): Promise<void> {
    const present = building.get(release);
    if (present) return present;
    const make = async (): Promise<void> => {
      if (anew || !(await fetch(release))) await build(release, anew);
    };
    const begun = make().finally(() => building.delete(release));
    building.set(release, begun);
    return begun;
  }

  /** Where an image can't be built, as on a full disk, tenants keep to the newest there is. */
  async function newestInstead(release: string, error: unknown): Promise<string> {
    const newest = (await list()).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0];
    if (!newest) throw error;
    log.error({ err: error, release, instead: newest.tag }, 'image was not built');
    return newest.tag;
  }

  const isHere = (release: string): boolean => known.has(release) || releases.isHere(release);

  const look = (): Promise<unknown> => list().catch((error) => log.error({ err: error }, 'images were not listed'));
  const settled = look();

  return {
    list,
    /** Looks again which images there are: another process may have built one. */
    look: (): void => void look(),
    /** Whether there was an image of the release at the last look, or one can be built. */
    isHere,
    /** Builds the image anew where somebody has removed it. Throws where the release is not here. */
    async require(release: string): Promise<void> {
      if (await ifKnown(engine.docker.getImage(imageOf(engine, release)).inspect())) return;
      if (!isHere(release)) throw new Error(`release ${release} is not here`);
      await buildOnce(release);
    },
    async rebuild(how: { pull: boolean }): Promise<string> {
      await settled;
      const release = await releases.present();
      await buildOnce(release, how);
      return release;
    },
    async remove(id: string): Promise<void> {
      const image = (await list()).find((one) => one.id === id);
      if (!image) return;
      await unlessSo(engine.docker.getImage(id).remove());
      await releases.remove(image.tag);
      await list();
    },
    /** Returns the release that this platform brings, after building its image where there is none. */
    async present(): Promise<string> {
      await settled;
      const release = await releases.present();
      if (known.has(release)) return release;
      if (Date.now() < tryAfter) return newestInstead(release, new Error('image was not built a moment ago'));
      try {
        await buildOnce(release);
        return release;
      } catch (error) {
        tryAfter = Date.now() + RETRY_MS;
        return newestInstead(release, error);
      }
    },
  };
}
