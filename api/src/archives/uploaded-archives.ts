import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { UUID } from '@ostatok/kit/contract/uuid.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import { openBackup, sealBackup } from '../backups/envelope.ts';
import type { BackupKeys } from '../keys/backup-keys.ts';
import type { ArchiveRef } from '../platform/tables.ts';
import { MissingObject, type Storage } from '../storage/storage.ts';
import { noArchive } from './errors.ts';
import { KEPT_MS, MOST_KEPT_BYTES, MOST_OF_OWNER } from './limits.ts';

const FOLDER = 'archives';
/** `archives/<owner>-<id>-<milliseconds of its upload>.archive` */
const KEY = new RegExp(`^${FOLDER}/(\\d+)-(${UUID})-(\\d+)\\.archive$`);
/** What the envelope says instead of a tenant: an archive never passes for a backup. */
const SEALED_AS = 'archive';

interface Waiting extends ArchiveRef {
  key: string;
  bytes: number;
  at: number;
}

/**
 * Keeps uploaded archives where the backups are, sealed as they are, until a tenant is made of them: the process that
 * makes it may be another one than the one that has received it.
 */
export function createUploadedArchives({
  storage,
  keys,
  now,
}: {
  storage: Storage;
  keys: BackupKeys;
  now: () => Date;
}) {
  async function list(prefix: string): Promise<Waiting[]> {
    const objects = await storage.list(`${FOLDER}/${prefix}`);
    return objects.flatMap(({ key, bytes }) => {
      const [, owner, id = '', at] = KEY.exec(key) ?? [];
      return id ? [{ key, bytes, ownerId: Number(owner), id, at: Number(at) }] : [];
    });
  }

  async function find({ ownerId, id }: ArchiveRef): Promise<Waiting> {
    const [found] = await list(`${ownerId}-${id}-`);
    if (!found || found.at + KEPT_MS < now().getTime()) throw noArchive();
    return found;
  }

  async function makeRoom(ownerId: number, bytes: number): Promise<void> {
    const own = (await list(`${ownerId}-`)).toSorted((a, b) => b.at - a.at);
    for (const { key } of own.slice(MOST_OF_OWNER - 1)) await storage.remove(key);
    const taken = (await list('')).reduce((sum, one) => sum + one.bytes, bytes);
    if (taken > MOST_KEPT_BYTES)
      throw new Unavailable(3600, 'Сейчас загружают слишком много архивов. Повторите через час', 'archives_full');
  }

  return {
    find,
    /** Returns the archive's id. */
    async keep(ownerId: number, path: string): Promise<{ id: string; keptUntil: Date }> {
      await makeRoom(ownerId, (await stat(path)).size);
      const [id, at] = [randomUUID(), now()];
      const about = { id, tenant_id: SEALED_AS, created_at: at.toISOString() };
      await storage.put(
        `${FOLDER}/${ownerId}-${id}-${at.getTime()}.archive`,
        sealBackup(createReadStream(path), about, keys),
      );
      return { id, keptUntil: new Date(at.getTime() + KEPT_MS) };
    },
    /** Writes the archive to a file. Throws NotFound when it is no longer there. */
    async fetch(ref: ArchiveRef, path: string): Promise<void> {
      const { key } = await find(ref);
      const opened = openBackup(storage.get(key), { keys, wanted: { id: ref.id, tenant_id: SEALED_AS } });
      await pipeline(opened, createWriteStream(path, { mode: 0o600 })).catch((error) => {
        throw error instanceof MissingObject ? noArchive() : error;
      });
    },
    async remove({ ownerId, id }: ArchiveRef): Promise<void> {
      for (const { key } of await list(`${ownerId}-${id}-`)) await storage.remove(key);
    },
    /** Removes those that have waited for too long. */
    async removeOld(): Promise<void> {
      for (const { key, at } of await list('')) if (at + KEPT_MS < now().getTime()) await storage.remove(key);
    },
  };
}
