import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appliedMigrations, copyOut, listSequences, listTables, readContents } from '../platform/schema.queries.ts';
import type { Header } from './contents.ts';
import { frame } from './frames.ts';

/** Dumps one snapshot of the whole database as frames, streamed so that memory does not grow with its size. */
export async function* dump(
  client: Client,
  header: Omit<Header, 'migrations'>,
  isLeftOut: (table: string) => boolean,
): AsyncGenerator<Buffer> {
  await client.query('begin isolation level repeatable read, read only');
  const tables = await listTables(client, isLeftOut);
  yield* frame('H', { ...header, migrations: await appliedMigrations(client) } satisfies Header);
  for (const table of tables) {
    yield* frame('T', table);
    for await (const chunk of client.query(copyTo(copyOut(table)))) yield* frame('D', chunk);
    yield* frame('E', (await readContents(client, [table]))[0] ?? {});
  }
  const names = tables.map((table) => table.name);
  yield* frame('S', await listSequences(client, names));
  yield* frame('Z', { tables: names.length });
  await client.query('rollback');
}
