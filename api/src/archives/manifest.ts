import * as yup from 'yup';
import type { Sequence, TableContents, TableShape } from '../platform/table-contents.ts';
import { archivedTables } from './archived-tables.ts';
import { BadArchive, newerArchive, tooBig } from './errors.ts';
import { MOST_ROWS } from './limits.ts';

export const MANIFEST = 'manifest.json';
export const FORMAT = 1;

interface ArchivedFile {
  /** The path within the archive. */
  file: string;
  bytes: number;
  sha256: string;
}

/** A table is a CSV file in UTF-8 with a line of column names; its contents are compared after loading. */
export type ArchivedTable = ArchivedFile & TableShape & TableContents;

/** Describes an archive, in `manifest.json`, its last file. */
export interface Manifest {
  format: number;
  program: 'ostatok';
  made_at: string;
  venue: { name: string; subdomain: string };
  /** The migrations applied when the archive was made, in their order. */
  migrations: string[];
  /** The files for people. */
  files: ArchivedFile[];
  tables: ArchivedTable[];
  sequences: Sequence[];
}

export const fileOf = (table: string): string => `data/${table}.csv`;

const word = () => yup.string().strict().required().max(200);
const size = () => yup.number().strict().integer().min(0).max(Number.MAX_SAFE_INTEGER).required();
const listOf = <S extends yup.Schema>(of: S, most: number) => yup.array().strict().of(of).required().max(most);
/** A name that needs no quotes, neither in SQL nor in the header of a CSV file. */
const name = () => word().matches(/^[a-z][a-z0-9_]*$/);
const file = { file: word(), bytes: size(), sha256: word().matches(/^[0-9a-f]{64}$/) };
const decimal = () => word().matches(/^-?\d{1,40}(\.\d{1,20})?$/);

const tableSchema = yup.object({
  ...file,
  name: name(),
  columns: listOf(name(), 200).min(1),
  rows: size(),
  sums: yup.mixed<Record<string, string>>().required(),
  digest: decimal(),
});
const manifestSchema = yup.object({
  format: size(),
  program: word().oneOf(['ostatok']),
  made_at: word().test('moment', (value) => !Number.isNaN(Date.parse(value))),
  venue: yup.object({ name: word(), subdomain: word() }).required(),
  migrations: listOf(word().matches(/^[\w-]+$/), 1000).min(1),
  files: listOf(yup.object(file), 20),
  tables: listOf(tableSchema, 100),
  sequences: listOf(
    yup.object({ name: name(), last: word().matches(/^\d{1,19}$/), called: yup.boolean().strict().required() }),
    100,
  ),
});

function parseManifest(text: string): Manifest {
  try {
    const read = JSON.parse(text) as Manifest;
    // another format may have other fields
    if (read?.program === 'ostatok' && Number.isInteger(read.format) && read.format > FORMAT) throw newerArchive();
    return manifestSchema.validateSync(read) as Manifest;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof yup.ValidationError)
      throw new BadArchive('altered', error.message.slice(0, 200));
    throw error;
  }
}

function refuseRepeated(what: string, names: string[]): void {
  const repeated = names.find((one, at) => names.indexOf(one) !== at);
  if (repeated) throw new BadArchive('altered', `${what} ${repeated} twice`);
}

/**
 * Reads the description of an archive. Throws BadArchive when it is none or not complete, and a Conflict when a newer
 * release has written it. `knows` tells whether this release has the migration.
 */
export function readManifest(text: string, knows: (migration: string) => boolean): Manifest {
  const manifest = parseManifest(text);
  if (!manifest.migrations.every(knows)) throw newerArchive();
  const tables = manifest.tables.map((table) => table.name);
  refuseRepeated('table', tables);
  refuseRepeated('migration', manifest.migrations);
  for (const table of manifest.tables) {
    refuseRepeated(`column of ${table.name}`, table.columns);
    if (!Object.hasOwn(archivedTables, table.name)) throw new BadArchive('altered', `unknown table ${table.name}`);
    if (table.file !== fileOf(table.name)) throw new BadArchive('altered', `${table.name} in another file`);
  }
  for (const [table, migration] of Object.entries(archivedTables))
    if (manifest.migrations.includes(migration) && !tables.includes(table))
      throw new BadArchive('incomplete', `no table ${table}`);
  if (manifest.tables.reduce((sum, { rows }) => sum + rows, 0) > MOST_ROWS) throw tooBig();
  return manifest;
}
