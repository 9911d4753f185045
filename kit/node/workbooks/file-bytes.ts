import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Unreadable } from '../errors.ts';
import { unreadable } from './unreadable.ts';

const CHUNK = 256 * 1024;

/** Begins to read a file's bytes; may be called again. */
export type ByteSource = () => AsyncIterable<Buffer>;

export const fileBytes =
  (path: string): ByteSource =>
  () =>
    createReadStream(path, { highWaterMark: CHUNK });

/** A zip, an old Excel file or a gzip, by their first bytes. */
const NO_TEXT = /^(504b|d0cf11e0|1f8b)/;

const reasonOf = (error: unknown): unknown =>
  error instanceof Error && !(error instanceof Unreadable) && !('syscall' in error) ? unreadable('bad_gzip') : error;

/** Unpacks a gzip as it is read. What comes out is counted: a few kilobytes may unpack to gigabytes. */
export const gunzipped = (packed: ByteSource, maxBytes: number): ByteSource =>
  async function* unpack() {
    let bytes = 0;
    try {
      // an error of either stream reaches whoever reads
      for await (const chunk of pipeline(packed(), createGunzip({ chunkSize: CHUNK }), () => {})) {
        if (bytes === 0 && NO_TEXT.test(chunk.toString('hex', 0, 4))) throw unreadable('packed_workbook');
        bytes += chunk.length;
        if (bytes > maxBytes) throw unreadable('unpacks_too_big');
        yield chunk;
      }
    } catch (error) {
      throw reasonOf(error);
    }
  };
