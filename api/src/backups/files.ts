import { createHash, type Hash } from 'node:crypto';
import { Readable, pipeline as streamPipeline } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { BackupProtection } from '@ostatok/api/contract/backups.ts';
import { UUID } from '@ostatok/kit/contract/uuid.ts';
import type { BackupKeys } from '../keys/backup-keys.ts';
import { isAway, readText, type Storage, StorageError } from '../storage/storage.ts';
import {
  type BackupIdentity,
  type EnvelopeHeader,
  openBackup,
  protectionIn,
  readHeader,
  sealBackup,
} from './envelope.ts';
import { type Frame, readFrames } from './frames.ts';

/** Describes a backup in a file beside it, so that the files are understood without the database. */
export interface Manifest {
  format: 1;
  id: string;
  tenant_id: string | null;
  subdomain: string | null;
  created_at: string;
  bytes: number;
  sha256: string;
}

/** The folder of the platform's own backups; tenants' folders are named by their ids. */
const PLATFORM_FOLDER = 'platform';
export const folderOf = (tenantId: string | null): string => tenantId ?? PLATFORM_FOLDER;

const IS_OF_BACKUP = new RegExp(`^([^/]+)/(${UUID})\\.(json|backup)$`);
/** More than the first lines of a backup take. */
const FIRST_BYTES = 16 * 1024;
/** How many descriptions are read concurrently. */
const AT_ONCE = 8;

const fileKeyOf = (tenantId: string | null, id: string): string => `${folderOf(tenantId)}/${id}.backup`;
const manifestKeyOf = (tenantId: string | null, id: string): string => `${folderOf(tenantId)}/${id}.json`;

/** Hashes what is read back from the storage, not what was meant to be written. */
export async function hashOf(stored: AsyncIterable<Buffer>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stored) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

export interface Opened {
  bytes: AsyncIterable<Buffer>;
  keys: BackupKeys;
  wanted: BackupIdentity;
  /** Accepts a backup made before backups were signed. */
  unsigned?: boolean;
}

/** Errors of reading and decompression are thrown to the reader of the frames. */
export function openFrames({ bytes, ...opening }: Opened): AsyncGenerator<Frame, void> {
  const plain = createZstdDecompress();
  streamPipeline(Readable.from(openBackup(bytes, opening)), plain, () => undefined);
  return readFrames(plain);
}

/** Reads the whole file and throws if it was altered or is not the wanted backup. */
export async function verifyFile({ bytes, ...opening }: Opened): Promise<EnvelopeHeader | undefined> {
  const headers: EnvelopeHeader[] = [];
  const onHeader = (header: EnvelopeHeader): void => void headers.push(header);
  for await (const _ of openBackup(bytes, { ...opening, onHeader }));
  return headers[0];
}

/** Compresses and seals the frames. Their errors are thrown to whoever reads, who ends them by reading no further. */
async function* seal(
  frames: AsyncIterable<Buffer>,
  about: BackupIdentity & { created_at: string },
  keys: BackupKeys,
  written: Hash,
): AsyncGenerator<Buffer> {
  const compressed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  streamPipeline(Readable.from(frames), compressed, () => undefined);
  for await (const chunk of sealBackup(compressed, about, keys)) {
    written.update(chunk);
    yield chunk;
  }
}

/** Stores the frames, compressed and sealed, and reads the file back. */
async function writeSealed(
  storage: Storage,
  frames: AsyncIterable<Buffer>,
  about: BackupIdentity & { created_at: string },
  keys: BackupKeys,
): Promise<{ bytes: number; sha256: string }> {
  const written = createHash('sha256');
  const key = fileKeyOf(about.tenant_id, about.id);
  await storage.put(key, seal(frames, about, keys, written));
  const back = await hashOf(storage.get(key));
  if (back.sha256 !== written.digest('hex')) throw new Error('what was read back is not what was written');
  return back;
}

/** A backup in the storage: its description is there, its file should be. */
export interface StoredBackup {
  tenant_id: string | null;
  id: string;
  /** The size of its file; undefined when it is missing. */
  bytes: number | undefined;
}

interface Listed {
  stored: StoredBackup[];
  /** Files without a description: they are being written, or could not be removed when that failed. */
  undescribed: BackupIdentity[];
}

/** Looks only at the names: a storage of many backups is listed by one request for a thousand. */
async function listStored(storage: Storage): Promise<Listed> {
  const objects = await storage.list('');
  const sizes = new Map(objects.map(({ key, bytes }) => [key, bytes]));
  const found: Listed = { stored: [], undescribed: [] };
  for (const { key } of objects) {
    const [, folder = '', id = '', kind] = IS_OF_BACKUP.exec(key) ?? [];
    const tenant_id = folder === PLATFORM_FOLDER ? null : folder;
    if (kind === 'json') found.stored.push({ tenant_id, id, bytes: sizes.get(fileKeyOf(tenant_id, id)) });
    else if (kind && !sizes.has(manifestKeyOf(tenant_id, id))) found.undescribed.push({ tenant_id, id });
  }
  return found;
}

/** Reads the descriptions themselves; those that are not ours are left out. */
async function readManifests(storage: Storage, stored: Pick<StoredBackup, 'tenant_id' | 'id'>[]): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (let from = 0; from < stored.length; from += AT_ONCE) {
    const some = stored.slice(from, from + AT_ONCE);
    const read = await Promise.all(
      some.map(({ tenant_id, id }) => readManifest(storage, manifestKeyOf(tenant_id, id))),
    );
    for (const [at, manifest] of read.entries()) {
      if (manifest?.id === some[at]?.id && manifest?.tenant_id === some[at]?.tenant_id)
        found.push(manifest as Manifest);
    }
  }
  return found;
}

/**
 * Stores backups as `<tenant or platform>/<id>.backup` and, written last, `<id>.json` beside it: a backup without its
 * description does not count.
 */
export function createBackupFiles(storage: Storage, keys: BackupKeys) {
  /** Returns null when the file does not exist or its first lines cannot be read. */
  async function fromStart<T>(tenantId: string | null, id: string, read: (bytes: AsyncIterable<Buffer>) => Promise<T>) {
    const bytes = storage.get(fileKeyOf(tenantId, id), FIRST_BYTES);
    try {
      return await read(bytes);
    } catch {
      return null;
    } finally {
      await bytes.return(undefined);
    }
  }

  const opened = (tenantId: string | null, id: string, unsigned: boolean): Opened => ({
    bytes: storage.get(fileKeyOf(tenantId, id)),
    keys,
    wanted: { id, tenant_id: tenantId },
    unsigned,
  });

  return {
    storage,
    keys,
    /** How new backups are protected. */
    protection: (keys.encrypts ? 'encrypted' : 'signed') satisfies BackupProtection as BackupProtection,
    /** Writes the file and its manifest. A failure leaves neither. Throws when the storage returns other bytes. */
    async write(frames: AsyncIterable<Buffer>, about: Omit<Manifest, 'bytes' | 'sha256'>): Promise<Manifest> {
      try {
        const manifest = { ...about, ...(await writeSealed(storage, frames, about, keys)) };
        await storage.put(manifestKeyOf(about.tenant_id, about.id), [Buffer.from(JSON.stringify(manifest))]);
        return manifest;
      } catch (error) {
        await this.remove(about.tenant_id, about.id).catch(() => undefined);
        throw error;
      }
    },
    /** Returns undefined when the file does not exist or cannot be read. Throws when its bucket is out of reach. */
    hash: (tenantId: string | null, id: string): Promise<{ bytes: number; sha256: string } | undefined> =>
      hashOf(storage.get(fileKeyOf(tenantId, id))).catch((error) => {
        if (error instanceof StorageError) throw error;
        return undefined;
      }),
    /** Null when the file does not exist or its first lines cannot be read. */
    protectionOf: (tenantId: string | null, id: string): Promise<BackupProtection | null> =>
      fromStart(tenantId, id, protectionIn),
    /** Counts the backups that our keys open and the other keys do not. */
    async countClosedTo(others: BackupKeys): Promise<number> {
      let count = 0;
      for (const { tenant_id, id } of (await listStored(storage)).stored) {
        const key = (await fromStart(tenant_id, id, readHeader))?.key;
        if (key && keys.find(key) && !others.find(key)) count += 1;
      }
      return count;
    },
    frames: (tenantId: string | null, id: string, unsigned = false): AsyncGenerator<Frame, void> =>
      openFrames(opened(tenantId, id, unsigned)),
    /** Throws when the file was altered or is another backup. */
    verify: (tenantId: string | null, id: string, unsigned = false): Promise<unknown> =>
      verifyFile(opened(tenantId, id, unsigned)),
    async remove(tenantId: string | null, id: string): Promise<void> {
      await storage.remove(manifestKeyOf(tenantId, id));
      await storage.remove(fileKeyOf(tenantId, id));
    },
    /** Whether the storage answers nobody; that one file could not be stored or read may be the file's own trouble. */
    isAway: (): Promise<boolean> => storage.isThere(PLATFORM_FOLDER).then(() => false, isAway),
    removeAllOf: (tenantId: string): Promise<void> => storage.removeFolder(tenantId),
    list: (): Promise<Listed> => listStored(storage),
    /** Reads the manifests from the files, independently of the table. */
    manifests: (stored: Pick<StoredBackup, 'tenant_id' | 'id'>[]): Promise<Manifest[]> =>
      readManifests(storage, stored),
  };
}
export type BackupFiles = ReturnType<typeof createBackupFiles>;

/** A file is named by the id, which has no capitals. */
const IS_ID = new RegExp(`^${UUID}$`);
const isText = (value: unknown): value is string => typeof value === 'string';

/** A table can store only a well-formed manifest, and the folder may hold any file. */
const isManifest = (one: Partial<Record<keyof Manifest, unknown>>): boolean =>
  one.format === 1 &&
  isText(one.id) &&
  IS_ID.test(one.id) &&
  [one.tenant_id, one.subdomain].every((name) => name === null || (isText(name) && /^[\w-]{1,100}$/.test(name))) &&
  isText(one.created_at) &&
  !Number.isNaN(Date.parse(one.created_at)) &&
  Number.isSafeInteger(one.bytes) &&
  isText(one.sha256) &&
  /^[0-9a-f]{64}$/.test(one.sha256);

/** Returns undefined when there is no manifest or it cannot be parsed. Throws when its bucket is out of reach. */
export async function readManifest(storage: Pick<Storage, 'get'>, key: string): Promise<Manifest | undefined> {
  try {
    const manifest = JSON.parse(await readText(storage, key)) as Manifest;
    return isManifest(manifest) ? manifest : undefined;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    return undefined;
  }
}
