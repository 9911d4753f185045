import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate as deflateWithCallback } from 'node:zlib';
import {
  BLOCK_ROWS,
  blockText,
  type Drink,
  EXTRACT_FORMAT,
  type ExtractHead,
  headText,
} from '@ostatok/kit/contract/drink-extract.ts';

const deflate = promisify(deflateWithCallback);

/** How many rows are read from the database at once. */
export const ROWS_AT_ONCE = 2 * BLOCK_ROWS;

interface EncodedBlock {
  first: string;
  rows: number;
  bytes: Buffer;
  text: string;
}

/** Compression runs beside the event loop, which only writes the text of one block at a time. */
async function* encoded(batches: AsyncIterable<Drink[]>): AsyncGenerator<EncodedBlock, void> {
  for await (const batch of batches) {
    for (let at = 0; at < batch.length; at += BLOCK_ROWS) {
      const rows = batch.slice(at, at + BLOCK_ROWS);
      const text = blockText(rows);
      yield { first: rows[0]?.ean ?? '', rows: rows.length, bytes: await deflate(text, { level: 9 }), text };
    }
  }
}

/** The first characters of the hash of all rows: 128 bits, so that nobody guesses the name of a version. */
const HASH_LETTERS = 32;
/** More than the head of any extract has beside its blocks. */
const HEAD_ROOM = 200;
/** What the head says of a block: a barcode, a length, and signs. */
const HEAD_BYTES = 24;

/** How long the extract of these rows is in bytes, and a hash of them. */
export async function measureExtract(batches: AsyncIterable<Drink[]>): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256').update(String(EXTRACT_FORMAT));
  let size = HEAD_ROOM;
  for await (const { bytes, text } of encoded(batches)) {
    hash.update(text);
    size += bytes.length + HEAD_BYTES;
  }
  return { size, hash: hash.digest('hex').slice(0, HASH_LETTERS) };
}

/** The extract as it is sent, which is at most 2 MB and made once for all phones. */
export async function encodeExtract(version: string, batches: AsyncIterable<Drink[]>): Promise<Buffer> {
  const head: ExtractHead = { format: EXTRACT_FORMAT, version, rows: 0, blocks: [] };
  const blocks: Buffer[] = [];
  for await (const { first, rows, bytes } of encoded(batches)) {
    head.rows += rows;
    head.blocks.push([first, bytes.length]);
    blocks.push(bytes);
  }
  return Buffer.concat([Buffer.from(headText(head)), ...blocks]);
}
