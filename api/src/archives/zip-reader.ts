import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { BadArchive, tooBig } from './errors.ts';
import { MOST_FILES, MOST_UNPACKED_BYTES } from './limits.ts';

/** The files of an archive by their names. */
export interface OpenedZip {
  /** The declared size of a file; undefined when there is no such file. */
  bytesOf(name: string): number | undefined;
  /** Throws BadArchive when the file does not unpack to exactly its declared size. */
  read(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** The library's own words for names that lead out of the folder that one unpacks to. */
const UNSAFE = /^(invalid relative path|absolute path|invalid characters in fileName)/;

function asBadArchive(error: unknown): unknown {
  if (error instanceof BadArchive || isOfDisk(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new BadArchive(UNSAFE.test(message) ? 'unsafe' : 'damaged', message, error);
}

async function entriesOf(file: ZipFile): Promise<Map<string, Entry>> {
  if (file.entryCount > MOST_FILES) throw tooBig();
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of file.eachEntry()) {
    if (entries.has(entry.fileName)) throw new BadArchive('altered', `${entry.fileName} twice`);
    entries.set(entry.fileName, entry);
    unpacked += entry.uncompressedSize;
    if (unpacked > MOST_UNPACKED_BYTES) throw tooBig();
  }
  return entries;
}

/** Opens a zip without trusting it: names must stay within it, and sizes are held to what it declares. */
export async function openZip(path: string): Promise<OpenedZip> {
  const file = await openPromise(path, { autoClose: false, strictFileNames: true }).catch((error) => {
    throw asBadArchive(error);
  });
  const entries = await entriesOf(file).catch((error) => {
    file.close();
    throw error instanceof Error && 'status' in error ? error : asBadArchive(error);
  });

  async function* read(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (!entry) throw new BadArchive('incomplete', `no file ${name}`);
    if (entry.isEncrypted()) throw new BadArchive('password', name);
    try {
      const bytes: Readable = await file.openReadStreamPromise(entry);
      yield* bytes;
    } catch (error) {
      throw asBadArchive(error);
    }
  }

  return { bytesOf: (name) => entries.get(name)?.uncompressedSize, read, close: () => file.close() };
}
