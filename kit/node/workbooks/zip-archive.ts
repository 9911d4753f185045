import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { unreadable } from './unreadable.ts';

/**
 * Reads single files of a zip by its central directory (PKWARE APPNOTE 6.3), never more of one than allowed: the
 * declared size may be a bomb's lie, so the unpacked bytes are counted.
 */
export interface ZipArchive {
  names: string[];
  /** Chunks of the unpacked file; throws too_big beyond `maxBytes`. */
  stream(name: string, maxBytes: number): AsyncGenerator<Buffer>;
  read(name: string, maxBytes: number): Promise<Buffer>;
  close(): Promise<void>;
}

interface Entry {
  method: number;
  encrypted: boolean;
  packed: number;
  unpacked: number;
  offset: number;
}

const END_RECORD = 22;
const MAX_COMMENT = 65_535;
const MAX_DIRECTORY = 4 * 1024 * 1024;

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, offset);
  if (bytesRead !== length) throw unreadable('damaged');
  return buffer;
}

async function findDirectory(file: FileHandle, size: number): Promise<Buffer> {
  if (size < END_RECORD) throw unreadable('damaged');
  const tail = await readAt(
    file,
    Math.max(0, size - END_RECORD - MAX_COMMENT),
    Math.min(size, END_RECORD + MAX_COMMENT),
  );
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + END_RECORD > tail.length) throw unreadable('damaged');
  const length = tail.readUInt32LE(end + 12);
  if (length > MAX_DIRECTORY) throw unreadable('too_big');
  return readAt(file, tail.readUInt32LE(end + 16), length);
}

/**
 * Applies the zip64 extra field: sizes and offset beyond 32 bits, or always written so by some producers, in this
 * order.
 */
function applyZip64(entry: Entry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 0x0001) continue;
    let value = at + 4;
    for (const key of ['unpacked', 'packed', 'offset'] as const) {
      if (entry[key] !== 0xffff_ffff) continue;
      if (value + 8 > extra.length) throw unreadable('damaged');
      entry[key] = Number(extra.readBigUInt64LE(value));
      value += 8;
    }
  }
}

function parseDirectory(directory: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let at = 0; at + 46 <= directory.length; ) {
    if (directory.readUInt32LE(at) !== 0x0201_4b50) throw unreadable('damaged');
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const entry: Entry = {
      method: directory.readUInt16LE(at + 10),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    };
    applyZip64(entry, directory.subarray(nameEnd, extraEnd));
    const name = directory
      .toString('utf8', at + 46, nameEnd)
      .replaceAll('\\', '/')
      .replace(/^\//, '');
    if (!entries.has(name)) entries.set(name, entry);
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
  return entries;
}

export async function openZip(path: string): Promise<ZipArchive> {
  const file = await open(path);
  let entries: Map<string, Entry>;
  try {
    entries = parseDirectory(await findDirectory(file, (await file.stat()).size));
  } catch (error) {
    await file.close();
    throw error instanceof RangeError ? unreadable('damaged') : error;
  }

  async function* stream(name: string, maxBytes: number): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (!entry || (entry.method !== 0 && entry.method !== 8)) throw unreadable('damaged');
    if (entry.encrypted) throw unreadable('password');
    if (entry.unpacked > maxBytes) throw unreadable('too_big');
    if (entry.packed === 0) return;
    const header = await readAt(file, entry.offset, 30);
    const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const packed = createReadStream(path, { start, end: start + entry.packed - 1, highWaterMark: 128 * 1024 });
    // Errors of either stream reach the loop below, which destroys both when it is left early.
    const source =
      entry.method === 8 ? pipeline(packed, createInflateRaw({ chunkSize: 128 * 1024 }), () => {}) : packed;
    let bytes = 0;
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw unreadable('too_big');
        yield chunk;
      }
    } catch (error) {
      throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
        ? unreadable('damaged')
        : error;
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
    close: () => file.close(),
  };
}
