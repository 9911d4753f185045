import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { within } from '../backups/databases.ts';
import { appliedMigrations, listSequences, listTables, readContents } from '../platform/schema.queries.ts';
import type { TableShape } from '../platform/table-contents.ts';
import { beginSnapshot, csvOut } from './archive-data.queries.ts';
import { archivedColumns, isLeftOut } from './archived-tables.ts';
import { LONGEST_MS } from './limits.ts';
import { FORMAT, fileOf, MANIFEST, type Manifest } from './manifest.ts';
import { readmeOf } from './readme.ts';
import { type ZipEntry, zipOf } from './zip-writer.ts';

interface Archived {
  venue: { name: string; subdomain: string };
  /** What the tenant has written for people. */
  workbook: AsyncIterable<Buffer>;
  at: Date;
}

/** Passes the bytes on and, at their end, what is to be said of them. */
async function* summed(
  file: string,
  bytes: AsyncIterable<Buffer>,
  onEnd: (written: { file: string; bytes: number; sha256: string }) => Promise<unknown> | unknown,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    size += chunk.length;
    yield chunk;
  }
  await onEnd({ file, bytes: size, sha256: hash.digest('hex') });
}

async function* one(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** The query begins when the first bytes are asked for, so that nobody misses its error. */
async function* rowsOf(client: Client, table: TableShape): AsyncGenerator<Buffer> {
  yield* client.query(copyTo(csvOut(table)));
}

/**
 * Packs a tenant's data in one snapshot of its database, streamed so that memory does not grow with its size. The
 * description comes last, since it has the hash of every other file. The client must stay connected until the end.
 */
async function archiveOf(client: Client, { venue, workbook, at }: Archived): Promise<Readable> {
  await beginSnapshot(client);
  const tables = archivedColumns(await listTables(client, isLeftOut));
  const names = tables.map(({ name }) => name);
  const manifest: Manifest = {
    format: FORMAT,
    program: 'ostatok',
    made_at: at.toISOString(),
    venue,
    migrations: await appliedMigrations(client),
    files: [],
    tables: [],
    sequences: await listSequences(client, names),
  };
  const forPeople = (file: string, bytes: AsyncIterable<Buffer>): ZipEntry => ({
    name: file,
    bytes: () => summed(file, bytes, (written) => manifest.files.push(written)),
  });
  const rows = (table: TableShape): ZipEntry => ({
    name: fileOf(table.name),
    bytes: () =>
      summed(fileOf(table.name), rowsOf(client, table), async (written) => {
        const [contents] = await readContents(client, [table]);
        if (contents) manifest.tables.push({ ...table, ...contents, ...written });
      }),
  });
  async function* described(): AsyncGenerator<Buffer> {
    yield* one(`${JSON.stringify(manifest, null, 1)}\n`);
  }
  return zipOf([
    forPeople('ПРОЧТИ.txt', one(readmeOf(venue, at, names))),
    forPeople(`${venue.subdomain}.xlsx`, workbook),
    ...tables.map(rows),
    { name: MANIFEST, bytes: described },
  ]);
}

/** Calls `use` with the archive as it is written; it gives up when somebody reads it for too long. */
export const withArchive = (url: string, archived: Archived, use: (bytes: Readable) => Promise<void>): Promise<void> =>
  within(url, async (client) => use(await archiveOf(client, archived)), LONGEST_MS);
