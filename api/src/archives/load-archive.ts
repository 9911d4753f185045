import { pipeline } from 'node:stream/promises';
import { constraintOf, type Migrations, sqlState } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { bring, within } from '../backups/databases.ts';
import {
  closeAfterRows,
  dropConstraintsForLoad,
  listTables,
  readContents,
  setSequences,
} from '../platform/schema.queries.ts';
import { differenceOf, type TableShape } from '../platform/table-contents.ts';
import { countedBytes, csvIn, keepEverybodyOut, neverBehindRows } from './archive-data.queries.ts';
import { archivedColumns, isLeftOut } from './archived-tables.ts';
import { BadArchive, overPlan } from './errors.ts';
import { LONGEST_MS } from './limits.ts';
import type { ArchivedTable, Manifest } from './manifest.ts';
import type { OpenedArchive } from './read-archive.ts';

const MB = 2 ** 20;
/** A tenant may take twice its plan before nothing more is written. */
const TIMES = 2;

export interface Destination {
  /** The URL of the tenant's empty database with its own role. */
  url: string;
  migrations: Migrations;
  /** The plan's limit; 0 means as much as the disk has. */
  maxStorageMb: number;
}

/** PostgreSQL refuses what the rows say: a value of no such type, too large, missing, repeated, or of no such row. */
const ROWS_REFUSED = /^(22|23|54)/;

/** A migration that needs another one which the archive does not name. */
const SCHEMA_REFUSED = /^42/;

/** What PostgreSQL, or the schema of that time, has against the archive. */
function asBadArchive(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const state = sqlState(error) ?? '';
  // the message of PostgreSQL repeats what the row says
  return ROWS_REFUSED.test(state) ? new BadArchive('rows', `${state} ${constraintOf(error) ?? ''}`) : error;
}

function requireShape(table: ArchivedTable, present: TableShape[]): void {
  const columns = present.find(({ name }) => name === table.name)?.columns;
  if (!columns) throw new BadArchive('altered', `no table ${table.name} in its schema`);
  if (columns.toSorted().join() !== table.columns.toSorted().join())
    throw new BadArchive('altered', `columns of ${table.name}`);
}

function requireEveryTable({ tables }: Manifest, present: TableShape[]): void {
  for (const table of tables) requireShape(table, present);
  const missing = present.find(({ name }) => !tables.some((table) => table.name === name));
  if (missing) throw new BadArchive('incomplete', `no table ${missing.name}`);
}

async function fill(client: Client, archive: OpenedArchive): Promise<void> {
  const { manifest } = archive;
  const present = archivedColumns(await listTables(client, isLeftOut));
  requireEveryTable(manifest, present);
  const references = await dropConstraintsForLoad(client, present);
  for (const table of manifest.tables) await pipeline(archive.rows(table), client.query(copyFrom(csvIn(table))));
  const names = present.map(({ name }) => name);
  await setSequences(client, await neverBehindRows(client, names, manifest.sequences));
  await closeAfterRows(client, present, references);
  const difference = differenceOf(manifest.tables, await readContents(client, manifest.tables));
  if (difference) throw new BadArchive('altered', difference);
}

async function finish(client: Client, { venue }: Manifest, maxStorageMb: number): Promise<void> {
  await keepEverybodyOut(client, venue.name);
  if (maxStorageMb > 0 && (await countedBytes(client)) > maxStorageMb * TIMES * MB) throw overPlan(maxStorageMb);
}

/**
 * Loads an archive into a tenant's empty database, with the tenant's own rights: the schema of that time, the rows, a
 * comparison, and the migrations since. After a failure the caller drops the database.
 */
export async function loadArchive(
  archive: OpenedArchive,
  { url, migrations, maxStorageMb }: Destination,
): Promise<void> {
  const { manifest } = archive;
  const ofThen = Object.entries(migrations).filter(([name]) => manifest.migrations.includes(name));
  try {
    await bring(url, Object.fromEntries(ofThen)).catch((error) => {
      throw SCHEMA_REFUSED.test(sqlState(error) ?? '')
        ? new BadArchive('altered', 'its migrations do not make a schema', error)
        : error;
    });
    await within(url, (client) => fill(client, archive), LONGEST_MS);
    await bring(url, migrations);
    await within(url, (client) => finish(client, manifest, maxStorageMb));
  } catch (error) {
    throw asBadArchive(error);
  }
}
