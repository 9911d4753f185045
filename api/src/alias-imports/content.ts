/** What is kept of a file in the database, so that any process has it at the next request or after a restart. */

import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { pipeline as done } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { AliasImportProblem } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import { SHOWN_ALIAS_ERRORS } from '@ostatok/api/contract/alias-imports.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import {
  type ContentKind,
  contentParts,
  findFilePart,
  insertContentPart,
  insertFilePart,
} from './alias-imports.queries.ts';
import { REJECTS_HEADER, rejectLines } from './rejects.ts';

const PART = 1024 * 1024;

export async function keepFile(db: Knex, importId: string, path: string): Promise<void> {
  let part = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: PART }) as AsyncIterable<Buffer>) {
    await insertFilePart(db, importId, part, bytes);
    part += 1;
  }
}

export async function writeFile(db: Knex, importId: string, path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let part = 0; ; part += 1) {
      const bytes = await findFilePart(db, importId, part);
      if (!bytes) return;
      await file.write(bytes);
    }
  } finally {
    await file.close();
  }
}

/** Stores a stream in parts. */
async function keep(trx: Knex.Transaction, importId: string, kind: ContentKind, bytes: AsyncIterable<Buffer>) {
  let [part, size] = [0, 0];
  let chunks: Buffer[] = [];
  async function store(): Promise<void> {
    await insertContentPart(trx, importId, kind, part, Buffer.concat(chunks));
    [chunks, size, part] = [[], 0, part + 1];
  }
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= PART) await store();
  }
  if (size > 0) await store();
}

/** Keeps the file of the rows that were read, which is compressed already. */
export const keepRows = (trx: Knex.Transaction, importId: string, path: string): Promise<void> =>
  keep(trx, importId, 'rows', createReadStream(path));

/** Keeps the list of refused rows as it is downloaded; returns the first of them. */
export async function keepRejects(
  trx: Knex.Transaction,
  importId: string,
  problems: AsyncIterable<AliasImportProblem>,
): Promise<AliasImportProblem[]> {
  const first: AliasImportProblem[] = [];
  async function* text(): AsyncGenerator<string> {
    yield REJECTS_HEADER;
    yield* rejectLines(problems, first, SHOWN_ALIAS_ERRORS);
  }
  const packed = pipeline(Readable.from(text()), createGzip({ level: 1 }), () => undefined);
  await keep(trx, importId, 'rejects', packed as AsyncIterable<Buffer>);
  return first;
}

/** Writes the file of the rows that were read; returns whether there is one. */
export const writeRows = (db: Knex, importId: string, path: string): Promise<boolean> =>
  db.transaction(async (trx) => {
    const out = createWriteStream(path);
    await done(contentParts(trx, importId, 'rows'), out);
    return out.bytesWritten > 0;
  });

/** Writes the list of refused rows into a file; returns whether it is kept. */
export const writeRejects = (db: Knex, importId: string, path: string): Promise<boolean> =>
  db.transaction(async (trx) => {
    const parts = contentParts(trx, importId, 'rejects');
    const { value: first } = await parts.next();
    if (!first) return false;
    async function* all(): AsyncGenerator<Buffer> {
      yield first as Buffer;
      yield* parts;
    }
    await done(all(), createGunzip(), createWriteStream(path));
    return true;
  });
