import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Host, HostImage } from '../hosting/host.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import {
  bringRelease,
  countFailed,
  countUses,
  forgetFailure,
  isSigned,
  isStopped,
  listReleases,
  makeDefault,
  noteSigned,
  noteUpdate,
  pluckDefaults,
  setPin,
  stopRelease,
} from './releases.queries.ts';

/** So many tenants may come back from a release; then no other takes it. */
export const MOST_FAILURES = 3;
/** A tenant that crashes so soon after it has taken a release goes back to the one before. */
const WATCHED_MS = 5 * 60_000;
/** So many of the newest releases stay though no tenant needs them: one of them may have to come back. */
const KEPT_RELEASES = 5;

/** A release as administrators see it. */
export interface Release extends HostImage {
  isDefault: boolean;
  /** The number of tenants that last ran it or keep to it. */
  tenants: number;
  stoppedAt: Date | null;
  stopReason: string | null;
}

/** What a tenant starts with. */
export interface Choice {
  release: string;
  /** The release that it crashed with just now. */
  cameBackFrom?: string | undefined;
}

export interface ReleasesDeps {
  db: Knex;
  host: Pick<Host, 'presentRelease' | 'hasRelease' | 'images' | 'removeImage'>;
  activity: Pick<Activity, 'record'>;
  log: Logger;
  now?: (() => Date) | undefined;
}

/** Chooses the release of the tenants' program that each tenant runs. */
export function createReleaseChoice({ db, host, activity, log, now = () => new Date() }: ReleasesDeps) {
  const takenIn = new Set<string>();
  /** Those whose tenants take signed calls, which never changes. */
  const signed = new Set<string>();

  /** Returns the release that this platform brings; after one that brought another it becomes the default. */
  async function present(): Promise<string> {
    const release = await host.presentRelease();
    if (!takenIn.has(release)) await bringRelease(db, release);
    takenIn.add(release);
    return release;
  }

  /** Returns what tenants start with that keep to no other; where every release was stopped, the present one. */
  async function defaultHere(reader: Db = db): Promise<string> {
    const brought = await present();
    return (await pluckDefaults(reader)).find(host.hasRelease) ?? brought;
  }

  const isHere = (release: string | null): release is string => release !== null && host.hasRelease(release);

  /** Returns the release that the tenant has run before, where it is another one and still here. */
  const before = ({ version }: TenantRow, release: string): string | undefined =>
    version !== release && isHere(version) ? version : undefined;

  const isWatched = ({ released_at }: TenantRow): boolean =>
    released_at !== null && now().getTime() - released_at.getTime() < WATCHED_MS;

  async function targetOf(row: TenantRow, reader: Db): Promise<string> {
    return isHere(row.pinned_release) ? row.pinned_release : defaultHere(reader);
  }

  /** Stops the release when too many tenants have come back from it. */
  async function stopIfBad(trx: Db, release: string): Promise<void> {
    const failed = await countFailed(trx, release);
    if (failed < MOST_FAILURES) return;
    const reason = `Заведений, которые с ним не заработали: ${failed}`;
    if (!(await stopRelease(trx, release, reason))) return;
    log.error({ release, failed }, 'release stopped');
    const description = `Выпуск ${quoted(release)} остановлен. ${reason}`;
    await activity.record(trx, { actorId: null, action: 'release.stopped', description, target: `image:${release}` });
  }

  async function all(): Promise<Release[]> {
    const [images, rows, uses, current] = await Promise.all([
      host.images(),
      listReleases(db),
      countUses(db),
      defaultHere(),
    ]);
    const known = new Map(rows.map((row) => [row.id, row]));
    return images.map((image) => ({
      ...image,
      isDefault: image.tag === current,
      tenants: uses.get(image.tag) ?? 0,
      stoppedAt: known.get(image.tag)?.stopped_at ?? null,
      stopReason: known.get(image.tag)?.stop_reason ?? null,
    }));
  }

  async function existing(id: string): Promise<Release> {
    const release = (await all()).find((one) => one.id === id || one.tag === id);
    if (!release) throw new NotFound('Такого образа нет', 'image_not_found');
    return release;
  }

  return {
    present,
    defaultHere,
    before,
    isHere,
    targetOf,
    stopIfBad,
    noteUpdate,
    forgetFailure,
    /** Whether tenants of the release take signed calls; the secret itself goes only to others. */
    async isSigned(release: string | null): Promise<boolean> {
      if (release === null) return false;
      if (!signed.has(release) && (await isSigned(db, release))) signed.add(release);
      return signed.has(release);
    },
    async noteSigned(release: string): Promise<void> {
      await noteSigned(db, release);
      signed.add(release);
    },
    isStopped: (release: string): Promise<boolean> => isStopped(db, release),
    all,
    existing,
    /** `crashed` says that the tenant's process has just crashed more than once. */
    async choose(row: TenantRow, reader: Db, crashed: boolean): Promise<Choice> {
      const target = await targetOf(row, reader);
      const former = row.previous_release;
      const isNew = target === row.version && isWatched(row);
      // neither to one that was stopped, nor to the one that the tenant has just come back from
      if (crashed && isNew && isHere(former) && former !== row.failed_release && !(await isStopped(reader, former)))
        return { release: former, cameBackFrom: target };
      const failedBefore = target === row.failed_release ? before(row, target) : undefined;
      return { release: failedBefore ?? target };
    },
    /** Tenants that start from now on take it; those that failed with it may try it again. */
    async use(actorId: number | null, id: string): Promise<Release> {
      const { tag } = await existing(id);
      await db.transaction(async (trx) => {
        await makeDefault(trx, tag);
        const description = `Выпуск ${quoted(tag)} выбран для всех заведений`;
        await activity.record(trx, { actorId, action: 'release.chosen', description, target: `image:${tag}` });
      });
      return existing(id);
    },
    /** Keeps the tenant to a release from its next start on; null lets it follow the default again. */
    async pin(actorId: number | null, tenantId: string, id: string | null): Promise<string | null> {
      const row = await findTenant(db, tenantId);
      if (!row || row.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
      const release = id === null ? null : (await existing(id)).tag;
      await db.transaction(async (trx) => {
        await setPin(trx, tenantId, release);
        const about = `Заведение ${quoted(row.display_name)}`;
        const description = release
          ? `${about} закреплено за выпуском ${release}`
          : `${about} снова следует за выпуском всех`;
        await activity.record(trx, { actorId, action: 'release.pinned', description, target: `tenant:${tenantId}` });
      });
      return release;
    },
    /** Throws NotFound, or Conflict for a release that tenants run from or will. */
    async remove(id: string): Promise<Release> {
      const release = await existing(id);
      const name = `${release.repository}:${release.tag}`;
      if (release.isDefault || release.tenants > 0)
        throw new Conflict('image_in_use', `Из образа ${name} запускаются заведения: его нельзя удалить`);
      if (!host.removeImage) throw new Conflict('images_fixed', 'Здесь образы не удаляются');
      await host.removeImage(release.id);
      return release;
    },
    /** Removes old releases that no tenant needs. */
    async prune(): Promise<void> {
      const newestFirst = (await all()).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
      const old = newestFirst.slice(KEPT_RELEASES).filter(({ isDefault, tenants }) => !isDefault && tenants === 0);
      for (const { id } of old) await host.removeImage?.(id);
    },
  };
}
export type Releases = ReturnType<typeof createReleaseChoice>;
