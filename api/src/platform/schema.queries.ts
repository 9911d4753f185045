import type { Client } from 'pg';
import pg from 'pg';
import type { Sequence, TableContents, TableShape } from './table-contents.ts';

const name = pg.escapeIdentifier;

/** The migrations fill these tables themselves. */
const MIGRATIONS = ['knex_migrations', 'knex_migrations_lock'];

/**
 * More tables and migrations than a database of ours has. A tenant's process may put anything into its own database, and
 * these lists are read whole into the platform's memory.
 */
const MOST_TABLES = 300;
const MOST_MIGRATIONS = 1000;
const LONGEST_NAME = 200;

function requireFew<Row>(rows: Row[], most: number, what: string): Row[] {
  if (rows.length > most) throw new Error(`the database has more than ${most} ${what}`);
  return rows;
}

/** Makes the session print equal rows as equal text, whatever the server's settings, and turns off its timeouts. */
export async function settle(client: Client): Promise<void> {
  await client.query(
    `set timezone to 'UTC'; set datestyle to 'ISO'; set extra_float_digits to 1; set bytea_output to 'hex';
     set synchronize_seqscans to off; set statement_timeout to 0; set idle_in_transaction_session_timeout to 0`,
  );
}

export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `select left(name, ${LONGEST_NAME}) as name from knex_migrations order by id limit ${MOST_MIGRATIONS + 1}`,
  );
  return requireFew(rows, MOST_MIGRATIONS, 'migrations').map((row) => row.name);
}

/** Lists our tables with the columns that are written; generated columns are computed again. */
export async function listTables(client: Client, isLeftOut: (table: string) => boolean): Promise<TableShape[]> {
  const { rows } = await client.query(
    `select c.relname as name, json_agg(a.attname order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and c.relname <> all($1)
      group by c.relname order by c.relname limit ${MOST_TABLES + 1}`,
    [MIGRATIONS],
  );
  return requireFew(rows, MOST_TABLES, 'tables').filter((table) => !isLeftOut(table.name));
}

/** Lists the sequences of these tables. */
export async function listSequences(client: Client, tables: string[]): Promise<Sequence[]> {
  const { rows } = await client.query(
    `select s.relname as name from pg_class s
       join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
       join pg_class t on t.oid = d.refobjid
      where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace and t.relname = any($1)
      order by s.relname limit ${MOST_TABLES + 1}`,
    [tables],
  );
  const sequences: Sequence[] = [];
  for (const row of requireFew(rows, MOST_TABLES, 'sequences')) {
    const { rows: found } = await client.query(
      `select last_value::text as last, is_called from ${name(row.name)} limit 1`,
    );
    sequences.push({ name: row.name, last: found[0].last, called: found[0].is_called });
  }
  return sequences;
}

export async function setSequences(client: Client, sequences: Sequence[]): Promise<void> {
  for (const { name: sequence, last, called } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name(sequence), last, called]);
  }
}

/** Counts the rows, sums each numeric column, and digests all rows regardless of their order. */
async function lookInto(client: Client, table: TableShape): Promise<TableContents> {
  const { rows: numeric } = await client.query(
    `select attname from pg_attribute where attrelid = $1::regclass and atttypid = 'numeric'::regtype and attname = any($2)
      order by attnum`,
    [name(table.name), table.columns],
  );
  const sums = numeric.map((row) => `, coalesce(sum(${name(row.attname)}), 0)::text as ${name(row.attname)}`);
  const { rows: found } = await client.query(
    `select count(*)::int as "#rows",
       coalesce(sum(('x' || substr(md5(row(${columnsOf(table)})::text), 1, 15))::bit(60)::bigint), 0)::text as "#digest"
       ${sums.join('')} from ${name(table.name)}`,
  );
  const { '#rows': rows, '#digest': digest, ...totals } = found[0];
  return { name: table.name, rows, sums: totals, digest };
}

/** Summarises the present contents of these tables. */
export async function readContents(client: Client, tables: TableShape[]): Promise<TableContents[]> {
  const contents: TableContents[] = [];
  for (const table of tables) contents.push(await lookInto(client, table));
  return contents;
}

const columnsOf = ({ columns }: TableShape): string => columns.map(name).join(', ');
export const copyOut = (table: TableShape): string => `copy ${name(table.name)} (${columnsOf(table)}) to stdout`;
export const copyIn = (table: TableShape): string => `copy ${name(table.name)} (${columnsOf(table)}) from stdin`;

interface Reference {
  table: string;
  constraint: string;
  definition: string;
}

/** Prepares for the load: drops foreign keys, disables triggers and deletes rows that the migrations have inserted. */
export async function dropConstraintsForLoad(client: Client, tables: TableShape[]): Promise<Reference[]> {
  const { rows: references } = await client.query(
    `select c.relname as table, k.conname as constraint, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and c.relnamespace = 'public'::regnamespace order by k.conname`,
  );
  for (const { table, constraint } of references) {
    await client.query(`alter table ${name(table)} drop constraint ${name(constraint)}`);
  }
  for (const { name: table } of tables) {
    await client.query(`alter table ${name(table)} disable trigger user`);
    await client.query(`truncate table ${name(table)}`);
  }
  return references;
}

export async function closeAfterRows(client: Client, tables: TableShape[], references: Reference[]): Promise<void> {
  for (const { table, constraint, definition } of references) {
    await client.query(`alter table ${name(table)} add constraint ${name(constraint)} ${definition}`);
  }
  for (const { name: table } of tables) await client.query(`alter table ${name(table)} enable trigger user`);
  await client.query('analyze');
}
