import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { Db } from '@ostatok/kit/node/db.ts';
import { type AliasRow, toAlias } from './alias-row.ts';
import { findAliases } from './aliases.queries.ts';
import { mainCodesOf } from './products.queries.ts';

/** The rows as they are answered, each further code with the main one of its product. */
export async function aliasesOf(db: Db, rows: AliasRow[]): Promise<Alias[]> {
  const codes = await mainCodesOf(db, rows);
  return rows.map((row) => toAlias(row, row.product_id === null ? null : codes.get(row.product_id)));
}

export async function aliasOf(db: Db, row: AliasRow): Promise<Alias> {
  const [alias] = await aliasesOf(db, [row]);
  return alias as Alias;
}

/** The main codes of the rows' products, by the ids of the rows. */
export async function productsOf(db: Db, rows: AliasRow[]): Promise<Map<number, Alias>> {
  const ids = rows.flatMap(({ product_id }) => product_id ?? []);
  const mains = new Map(ids.length > 0 ? (await findAliases(db, 'id', ids)).map((row) => [row.id, row]) : []);
  return new Map(rows.map((row) => [row.id, toAlias(mains.get(row.product_id ?? row.id) ?? row)]));
}
