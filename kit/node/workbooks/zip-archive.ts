import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Unreadable } from '../errors.ts';
import { unreadable } from './unreadable.ts';

/**
 * Reads single files of a zip, never more of one than allowed: the declared size may be a bomb's lie, so the unpacked
 * bytes are counted.
 */
export interface ZipArchive {
  names: string[];
  /** Chunks of the unpacked file; throws too_big beyond `maxBytes`. */
  stream(name: string, maxBytes: number): AsyncGenerator<Buffer>;
  read(name: string, maxBytes: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** The library's own inflating gives chunks of 16 KB, and each chunk of a sheet is a batch of rows on its way. */
const CHUNK = 128 * 1024;
/** A workbook with a thousand pictures has few thousand. */
const MAX_ENTRIES = 50_000;

/** The reason for a person. A failure of the disk is not the file's. */
const reasonOf = (error: unknown): unknown =>
  error instanceof Unreadable || (error instanceof Error && 'syscall' in error) ? error : unreadable('damaged');

async function entriesOf(file: ZipFile): Promise<Map<string, Entry>> {
  if (file.entryCount > MAX_ENTRIES) throw unreadable('too_big');
  const entries = new Map<string, Entry>();
  for await (const entry of file.eachEntry()) {
    const name = entry.fileNameRaw.toString('utf8').replaceAll('\\', '/').replace(/^\//, '');
    if (!entries.has(name)) entries.set(name, entry);
  }
  return entries;
}

async function openEntries(path: string): Promise<[ZipFile, Map<string, Entry>]> {
  // names are decoded here: some producers write a leading or a backward slash
  const file = await openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: false });
  try {
    return [file, await entriesOf(file)];
  } catch (error) {
    file.close();
    throw error;
  }
}

export async function openZip(path: string): Promise<ZipArchive> {
  const [file, entries] = await openEntries(path).catch((error) => {
    throw reasonOf(error);
  });

  async function open(entry: Entry | undefined, maxBytes: number): Promise<Readable> {
    if (!entry || (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)) throw unreadable('damaged');
    if (entry.isEncrypted()) throw unreadable('password');
    if (entry.uncompressedSize > maxBytes) throw unreadable('too_big');
    const packed = await file.openReadStreamPromise(entry, { decodeFileData: false });
    // no bytes at all are no deflated stream, but some producers write an empty file so
    if (entry.compressionMethod === 0 || entry.compressedSize === 0) return packed;
    // an error of either stream reaches whoever reads
    return pipeline(packed, createInflateRaw({ chunkSize: CHUNK }), () => {});
  }

  async function* stream(name: string, maxBytes: number): AsyncGenerator<Buffer> {
    let bytes = 0;
    try {
      for await (const chunk of (await open(entries.get(name), maxBytes)) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw unreadable('too_big');
        yield chunk;
      }
    } catch (error) {
      throw reasonOf(error);
    }
  }

  return {
    names: [...entries.keys()],
    stream,
    async read(name, maxBytes) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream(name, maxBytes)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    close: async () => file.close(),
  };
}
