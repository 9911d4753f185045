import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Knex } from './db.ts';

type Value = string | number | null | undefined | string[];

const SPECIAL = /[\\\n\r\t]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (sign) => escapes[sign] as string) : text;

const arrayText = (items: string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

function fieldOf(value: Value): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number') return String(value);
  return escaped(typeof value === 'string' ? value : arrayText(value));
}

/** A row in the text format of COPY. */
export const copyLine = (values: Value[]): string => `${values.map(fieldOf).join('\t')}\n`;

/** Copies such rows into a table, which takes a fifth of the time of inserts. Nothing else may use `trx` meanwhile. */
export async function copyText(
  trx: Knex.Transaction,
  table: string,
  columns: readonly string[],
  text: Iterable<string> | AsyncIterable<string | Buffer>,
): Promise<void> {
  const connection = await trx.client.acquireConnection();
  const { sql } = trx.raw('copy ?? (??) from stdin', [table, [...columns]]).toSQL();
  await pipeline(Readable.from(text), connection.query(copyFrom(sql)));
}
