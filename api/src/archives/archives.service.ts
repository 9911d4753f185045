import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Migrations } from '@ostatok/kit/node/db.ts';
import { NoSpace, TooMany } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createConcurrencyLimit } from '../../../kit/node/concurrency-limit.ts';
import type { UploadedArchive } from '../../contract/archives.endpoints.ts';
import type { BackupKeys } from '../keys/backup-keys.ts';
import { type MeasureDisk, measureDisk as measureSpace } from '../platform/disk-space.ts';
import type { ArchiveRef } from '../platform/tables.ts';
import { type Storage, StorageError } from '../storage/storage.ts';
import { archivesAway, BadArchive } from './errors.ts';
import { MOST_UPLOADS, SPARE_BYTES } from './limits.ts';
import { loadArchive } from './load-archive.ts';
import type { Manifest } from './manifest.ts';
import { openArchive } from './read-archive.ts';
import { createUploadedArchives } from './uploaded-archives.ts';

/** An upload is unpacked and read to its end. */
const UPLOADS = { points: 20, duration: 3600 };
const AT_ONCE = 2;

interface ArchivesDeps {
  storage: Storage;
  keys: BackupKeys;
  /** The migrations that this release knows. */
  migrations: Migrations;
  measureDisk?: MeasureDisk | undefined;
  log: Logger;
  now: () => Date;
}

const rowsOf = ({ tables }: Manifest, name: string): number => tables.find((table) => table.name === name)?.rows ?? 0;

const viewOf = (manifest: Manifest, { id, keptUntil }: { id: string; keptUntil: Date }): UploadedArchive => ({
  id,
  name: manifest.venue.name,
  subdomain: manifest.venue.subdomain,
  made_at: new Date(manifest.made_at).toISOString(),
  kept_until: keptUntil.toISOString(),
  items: rowsOf(manifest, 'items'),
  changes: rowsOf(manifest, 'changes'),
  counts: rowsOf(manifest, 'counts'),
  people: rowsOf(manifest, 'users'),
});

/** Archives of tenants that were uploaded, and new tenants' databases that are filled from them. */
export function createArchives({ migrations, measureDisk = measureSpace, log, ...deps }: ArchivesDeps) {
  const uploaded = createUploadedArchives(deps);
  const uploads = createAttempts({ owner: UPLOADS });
  const uploadTurn = createConcurrencyLimit(MOST_UPLOADS);
  const checkTurn = createConcurrencyLimit(AT_ONCE);
  const uploading = new Set<number>();
  const knows = (migration: string): boolean => Object.hasOwn(migrations, migration);

  /** The detail of a refusal is not for the person, who cannot mend it. */
  function logged(error: unknown): never {
    if (error instanceof BadArchive) log.warn({ reason: error.detail, code: error.code }, 'archive refused');
    if (error instanceof StorageError) {
      log.warn({ reason: error.detail, code: error.code }, 'uploaded archives out of reach');
      throw archivesAway();
    }
    throw error;
  }

  async function check(path: string): Promise<Manifest> {
    const archive = await openArchive(path, knows);
    try {
      await archive.check();
      return archive.manifest;
    } finally {
      archive.close();
    }
  }

  async function load(ref: ArchiveRef, to: { url: string; maxStorageMb: number }): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'ostatok-archive-'));
    try {
      const path = join(folder, 'archive.zip');
      await uploaded.fetch(ref, path);
      const archive = await openArchive(path, knows);
      await loadArchive(archive, { ...to, migrations }).finally(() => archive.close());
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    /** Counts an upload of so many bytes and runs it; one at a time of each owner, few of all: others wait. */
    async within<T>(ownerId: number, bytes: number, upload: () => Promise<T>): Promise<T> {
      if (uploading.has(ownerId)) throw new TooMany(5, 'Архив уже загружается. Дождитесь окончания');
      uploading.add(ownerId);
      try {
        await uploads.count({ owner: String(ownerId) });
        return await uploadTurn(async () => {
          if ((await measureDisk(tmpdir())).free < 2 * bytes + SPARE_BYTES) throw new NoSpace();
          return upload();
        });
      } finally {
        uploading.delete(ownerId);
      }
    },
    /** Checks the file and keeps it for a day; whoever has uploaded it may then order a tenant from it. */
    accept: (ownerId: number, path: string): Promise<UploadedArchive> =>
      checkTurn(async () => {
        const manifest = await check(path);
        return viewOf(manifest, await uploaded.keep(ownerId, path));
      }).catch(logged),
    /** Throws NotFound when this owner has no such archive. */
    require: async (ref: ArchiveRef): Promise<void> => void (await uploaded.find(ref).catch(logged)),
    /** Fills the tenant's empty database. */
    load: (ref: ArchiveRef, to: { url: string; maxStorageMb: number }): Promise<void> => load(ref, to).catch(logged),
    remove: (ref: ArchiveRef): Promise<void> => uploaded.remove(ref),
    removeOld: (): Promise<void> => uploaded.removeOld(),
  };
}
export type Archives = ReturnType<typeof createArchives>;
