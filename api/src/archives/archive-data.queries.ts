import pg, { type Client } from 'pg';
import type { Sequence, TableShape } from '../platform/table-contents.ts';

const name = pg.escapeIdentifier;
const columnsOf = ({ columns }: TableShape): string => columns.map(name).join(', ');

/** A null is nothing at all between two commas, an empty text is two quotes. */
const AS_CSV = `(format csv, header true, encoding 'UTF8')`;
export const csvOut = (table: TableShape): string =>
  `copy ${name(table.name)} (${columnsOf(table)}) to stdout ${AS_CSV}`;
export const csvIn = (table: TableShape): string =>
  `copy ${name(table.name)} (${columnsOf(table)}) from stdin ${AS_CSV}`;

/** The database as of now, until the transaction ends. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read, read only');
}

/** Numbers go on after the highest that the rows have, if the given sequence is behind. */
export async function neverBehindRows(client: Client, tables: string[], given: Sequence[]): Promise<Sequence[]> {
  const { rows } = await client.query(
    `select s.relname as name, t.relname as of, a.attname as column from pg_class s
       join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
       join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
      where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace and t.relname = any($1) order by s.relname`,
    [tables],
  );
  const sequences: Sequence[] = [];
  for (const row of rows) {
    const { rows: found } = await client.query(
      `select coalesce(max(${name(row.column)}), 0)::text as highest from ${name(row.of)}`,
    );
    const highest = BigInt(found[0].highest);
    const one = given.find((sequence) => sequence.name === row.name);
    const last = BigInt(one?.last ?? 0);
    if (one && last > highest) sequences.push(one);
    else if (highest > 0n) sequences.push({ name: row.name, last: String(highest), called: true });
  }
  return sequences;
}

/**
 * Nobody of the archive is let in by it: neither by a name in Telegram nor as the support. The tenant's security log says
 * where its data comes from.
 */
export async function keepEverybodyOut(client: Client, from: string): Promise<void> {
  await client.query(`update users set link_only = true, password_hash = null, telegram_id = null, max_id = null;
    update users set removed_at = now() where support and removed_at is null`);
  await client.query(
    `insert into security_events (at, event, failed, details) values (now(), 'archive.loaded', false, $1)`,
    [from],
  );
}

/** Bytes of the database without the security log, as the plan counts them. */
export async function countedBytes(client: Client): Promise<number> {
  const { rows } = await client.query(
    `select (pg_database_size(current_database()) - pg_total_relation_size('security_events'))::text as bytes`,
  );
  return Number(rows[0].bytes);
}
