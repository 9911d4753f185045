import type { Knex } from '@ostatok/kit/node/db.ts';

interface Column {
  name: string;
  type: string;
  /** The table and column that this one refers to. */
  refers: [table: string, column: string] | null;
  /** The first of the words to which a check limits the column. */
  word: string | null;
}

/** Columns of a table that an insert has to give a value. */
const requiredColumns = async (db: Knex, table: string): Promise<Column[]> =>
  (
    await db.raw<{ rows: Column[] }>(
      `select a.attname as name, format_type(a.atttypid, null) as type,
              (select json_build_array(c.confrelid::regclass::text, f.attname)
               from pg_constraint c join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
               where c.conrelid = a.attrelid and c.contype = 'f' and c.conkey = array[a.attnum]) as refers,
              (select substring(pg_get_constraintdef(c.oid) from '''([^'']+)''::text')
               from pg_constraint c
               where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum] limit 1) as word
       from pg_attribute a
       where a.attrelid = ?::regclass and a.attnum > 0 and not a.attisdropped
         and a.attnotnull and not a.atthasdef and a.attidentity = ''
       order by a.attnum`,
      [table],
    )
  ).rows;

const values: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  'text[]': 'array[]::text[]',
  'smallint[]': 'array[1]::smallint[]',
  text: "E'«а»\\t1'",
  boolean: 'true',
  jsonb: "'{}'",
  bytea: "'\\x00ff'",
  date: 'current_date',
  'timestamp with time zone': 'now()',
};

function sqlValue({ type, refers, word }: Column): string {
  if (refers) return `(select "${refers[1]}" from "${refers[0]}" limit 1)`;
  return word ? `'${word}'` : (values[type] ?? '1');
}

async function insertAnyRow(db: Knex, table: string): Promise<void> {
  if (await db(table).first()) return;
  const columns = await requiredColumns(db, table);
  for (const { refers } of columns) if (refers) await insertAnyRow(db, refers[0]);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const row = columns.length > 0 ? `(${names}) values (${columns.map(sqlValue).join(', ')})` : 'default values';
  await db.raw(`insert into "${table}" ${row}`);
}

/** Inserts one row into each table that is empty, with the least that its columns require. */
export async function fillEmptyTables(db: Knex): Promise<void> {
  const tables: string[] = await db('pg_tables').where({ schemaname: 'public' }).pluck('tablename');
  for (const table of tables) await insertAnyRow(db, table);
}
