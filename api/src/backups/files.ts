import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, pipeline as streamPipeline, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { BackupProtection } from '@ostatok/api/contract/backups.ts';
import { UUID } from '@ostatok/kit/contract/uuid.ts';
import type { BackupKeys } from '../keys/backup-keys.ts';
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

const IS_MANIFEST = new RegExp(`^${UUID}\\.json$`);
/** Long enough for the first lines of most backups. */
const FIRST_LINES = 4096;
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the names in a folder; none when the folder does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/** Hashes what is read back from the disk, not what was meant to be written. */
export async function hashOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

export interface Opened {
  path: string;
  keys: BackupKeys;
  wanted: BackupIdentity;
  /** Accepts a backup made before backups were signed. */
  unsigned?: boolean;
}

/** Errors of reading and decompression are thrown to the reader of the frames. */
export function openFrames({ path, ...opening }: Opened): AsyncGenerator<Frame, void> {
  const bytes = createZstdDecompress();
  streamPipeline(Readable.from(openBackup(createReadStream(path), opening)), bytes, () => undefined);
  return readFrames(bytes);
}

/** Reads the whole file and throws if it was altered or is not the wanted backup. */
export async function verifyFile({ path, ...opening }: Opened): Promise<EnvelopeHeader | undefined> {
  const headers: EnvelopeHeader[] = [];
  const onHeader = (header: EnvelopeHeader): void => void headers.push(header);
  for await (const _ of openBackup(createReadStream(path), { ...opening, onHeader }));
  return headers[0];
}

/** Renames the finished file to its name, so that even after a power failure it is either complete or absent. */
async function settle(path: string): Promise<void> {
  await sync(`${path}.part`);
  await rename(`${path}.part`, path);
  await sync(dirname(path));
}

type OpenFile = (path: string) => Writable;

/** Compresses and seals the frames, syncs the file to the disk and reads it back. */
async function writeSealed(
  frames: AsyncIterable<Buffer>,
  about: BackupIdentity & { created_at: string },
  { path, keys, openFile }: { path: string; keys: BackupKeys; openFile: OpenFile },
): Promise<{ bytes: number; sha256: string }> {
  const written = createHash('sha256');
  await pipeline(
    frames,
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    async function* (bytes: AsyncIterable<Buffer>) {
      for await (const chunk of sealBackup(bytes, about, keys)) {
        written.update(chunk);
        yield chunk;
      }
    },
    openFile(`${path}.part`),
  );
  await settle(path);
  const back = await hashOf(path);
  if (back.sha256 !== written.digest('hex')) throw new Error('what was read back is not what was written');
  return back;
}

async function writeManifest(path: string, manifest: Manifest): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(manifest));
  } finally {
    await file.close();
  }
  await settle(path);
}

/** Reads the manifests from the files, independently of the table. */
async function listManifests(root: string): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (const folder of await namesIn(root)) {
    for (const name of (await namesIn(join(root, folder)).catch(() => [])).filter((one) => IS_MANIFEST.test(one))) {
      const manifest = await readManifest(join(root, folder, name));
      if (manifest && folderOf(manifest.tenant_id) === folder && name === `${manifest.id}.json`) found.push(manifest);
    }
  }
  return found;
}

/**
 * Stores backups on the disk as `<tenant or platform>/<id>.backup` and, written last, `<id>.json` beside it; other
 * system users cannot read them. `openFile` opens the output, so that a test can simulate a full disk.
 */
export function createBackupFiles(
  root: string,
  keys: BackupKeys,
  openFile: OpenFile = (path) => createWriteStream(path, { mode: 0o600 }),
) {
  const pathOf = (tenantId: string | null, id: string): string => join(root, folderOf(tenantId), `${id}.backup`);
  const manifestOf = (tenantId: string | null, id: string): string => join(root, folderOf(tenantId), `${id}.json`);

  async function prepare(tenantId: string | null): Promise<void> {
    await mkdir(join(root, folderOf(tenantId)), { recursive: true, mode: 0o700 });
    await chmod(root, 0o700);
  }

  /** Returns null when the file does not exist or its first lines cannot be read. */
  async function fromStart<T>(tenantId: string | null, id: string, read: (bytes: AsyncIterable<Buffer>) => Promise<T>) {
    const bytes = createReadStream(pathOf(tenantId, id), { highWaterMark: FIRST_LINES });
    try {
      return await read(bytes);
    } catch {
      return null;
    } finally {
      bytes.destroy();
    }
  }

  return {
    root,
    keys,
    pathOf,
    /** Writes the file and its manifest. A failure leaves neither. Throws when the disk returns other bytes. */
    async write(frames: AsyncIterable<Buffer>, about: Omit<Manifest, 'bytes' | 'sha256'>): Promise<Manifest> {
      await prepare(about.tenant_id);
      try {
        const path = pathOf(about.tenant_id, about.id);
        const manifest = { ...about, ...(await writeSealed(frames, about, { path, keys, openFile })) };
        await writeManifest(manifestOf(about.tenant_id, about.id), manifest);
        return manifest;
      } catch (error) {
        await this.remove(about.tenant_id, about.id).catch(() => undefined);
        throw error;
      }
    },
    /** Returns undefined when the file does not exist or cannot be read. */
    hash: (tenantId: string | null, id: string): Promise<{ bytes: number; sha256: string } | undefined> =>
      hashOf(pathOf(tenantId, id)).catch(() => undefined),
    /** Null when the file does not exist or its first lines cannot be read. */
    protectionOf: (tenantId: string | null, id: string): Promise<BackupProtection | null> =>
      fromStart(tenantId, id, protectionIn),
    /** Counts the backups that our keys open and the other keys do not. */
    async countClosedTo(others: BackupKeys): Promise<number> {
      let count = 0;
      for (const { tenant_id, id } of await this.manifests()) {
        const key = (await fromStart(tenant_id, id, readHeader))?.key;
        if (key && keys.find(key) && !others.find(key)) count += 1;
      }
      return count;
    },
    isThere: (tenantId: string | null, id: string): Promise<boolean> =>
      stat(pathOf(tenantId, id)).then(
        () => true,
        () => false,
      ),
    frames: (tenantId: string | null, id: string, unsigned = false): AsyncGenerator<Frame, void> =>
      openFrames({ path: pathOf(tenantId, id), keys, wanted: { id, tenant_id: tenantId }, unsigned }),
    /** Throws when the file was altered or is another backup. */
    verify: (tenantId: string | null, id: string, unsigned = false): Promise<unknown> =>
      verifyFile({ path: pathOf(tenantId, id), keys, wanted: { id, tenant_id: tenantId }, unsigned }),
    async remove(tenantId: string | null, id: string): Promise<void> {
      const [file, manifest] = [pathOf(tenantId, id), manifestOf(tenantId, id)];
      for (const path of [manifest, file, `${file}.part`, `${manifest}.part`]) await rm(path, { force: true });
      await rmdir(dirname(file)).catch(() => undefined);
    },
    removeAllOf: (tenantId: string): Promise<void> => rm(join(root, tenantId), { recursive: true, force: true }),
    manifests: (): Promise<Manifest[]> => listManifests(root),
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

/** Returns undefined when there is no manifest or it cannot be parsed. */
export async function readManifest(path: string): Promise<Manifest | undefined> {
  try {
    const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
    return isManifest(manifest) ? manifest : undefined;
  } catch {
    return undefined;
  }
}
