import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { BadArchive, tooBig } from './errors.ts';
import { LONGEST_MANIFEST_BYTES } from './limits.ts';
import { type ArchivedTable, MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { createRowScan } from './row-scan.ts';
import { type OpenedZip, openZip } from './zip-reader.ts';

/** An archive whose description was read. */
export interface OpenedArchive {
  manifest: Manifest;
  /** The rows of a table as CSV. Throws BadArchive at the end when they are not those that were written. */
  rows(table: ArchivedTable): AsyncGenerator<Buffer>;
  /** Reads every file to its end and throws when one is not what was written. */
  check(): Promise<void>;
  close(): void;
}

async function requireZip(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(2), position: 0 });
    if (bytesRead < 2 || buffer.toString('latin1') !== 'PK') throw new BadArchive('not_zip', 'no zip');
  } finally {
    await handle.close();
  }
}

/** Yields the file and throws when its size or its hash is not the declared one. */
async function* verified(
  zip: OpenedZip,
  { file, bytes, sha256 }: { file: string; bytes: number; sha256: string },
): AsyncGenerator<Buffer> {
  const size = zip.bytesOf(file);
  if (size === undefined) throw new BadArchive('incomplete', `no file ${file}`);
  if (size !== bytes) throw new BadArchive('altered', `${file} has ${size} bytes of ${bytes}`);
  const hash = createHash('sha256');
  for await (const chunk of zip.read(file)) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new BadArchive('altered', `hash of ${file}`);
}

async function* rowsOf(zip: OpenedZip, table: ArchivedTable): AsyncGenerator<Buffer> {
  const scan = createRowScan(table.file, table.columns.join(','));
  for await (const chunk of verified(zip, table)) {
    scan.add(chunk);
    yield chunk;
  }
  const rows = scan.end();
  if (rows !== table.rows) throw new BadArchive('altered', `${table.file} has ${rows} rows of ${table.rows}`);
}

async function manifestIn(zip: OpenedZip, knows: (migration: string) => boolean): Promise<Manifest> {
  const bytes = zip.bytesOf(MANIFEST);
  if (bytes === undefined) throw new BadArchive('foreign', 'no manifest');
  if (bytes > LONGEST_MANIFEST_BYTES) throw tooBig();
  const pieces: Buffer[] = [];
  for await (const piece of zip.read(MANIFEST)) pieces.push(piece);
  return readManifest(Buffer.concat(pieces).toString(), knows);
}

/** Opens the archive of a tenant. Throws an AppError with a message for the person when it is none. */
export async function openArchive(path: string, knows: (migration: string) => boolean): Promise<OpenedArchive> {
  await requireZip(path);
  const zip = await openZip(path);
  const manifest = await manifestIn(zip, knows).catch((error) => {
    zip.close();
    throw error;
  });
  return {
    manifest,
    rows: (table) => rowsOf(zip, table),
    async check() {
      for (const table of manifest.tables) for await (const _ of rowsOf(zip, table));
      for (const file of manifest.files) for await (const _ of verified(zip, file));
    },
    close: () => zip.close(),
  };
}
