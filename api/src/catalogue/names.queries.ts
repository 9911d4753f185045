import type { AliasFields } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { toSearchKey } from '@ostatok/kit/names/search-key.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

type Named = Pick<AliasFields, 'brand' | 'description' | 'manufacturer'>;
type NamesGiven = { [Name in keyof Named]?: Named[Name] | undefined };

/** The key of all names of a bottle that a user may type: words by their sound, divided by spaces. */
export const searchKeyOf = ({ brand, description, manufacturer }: NamesGiven): string =>
  toSearchKey([brand, description, manufacturer].join(' '));

/** The different words of a key, in their order. */
export const wordsOf = (searchKey: string): string[] => [...new Set(searchKey.split(' ').filter(Boolean))];

/** The words by which an alias of these names is found. */
export const nameWordsOf = (names: NamesGiven): string[] => wordsOf(searchKeyOf(names));

export interface NamedRow extends Named {
  id: number;
  weight_empty_g: unknown;
  weight_full_g: unknown;
}

/** Writes what the search compares of these aliases. Call it under the catalogue's lock. */
export async function writeNames(trx: Knex.Transaction, aliases: NamedRow[]): Promise<void> {
  if (aliases.length === 0) return;
  const rows = aliases.map((alias) => ({
    id: alias.id,
    words: nameWordsOf(alias),
    weighed: alias.weight_empty_g !== null && alias.weight_full_g !== null,
  }));
  await trx.raw(
    `insert into alias_name_words (id, words, weighed)
     select id, words, weighed from jsonb_populate_recordset(null::alias_name_words, ?)
     on conflict (id) do update set words = excluded.words, weighed = excluded.weighed`,
    [JSON.stringify(rows)],
  );
}

export async function deleteNames(trx: Knex.Transaction, ids: number[]): Promise<void> {
  if (ids.length > 0) await trx('alias_name_words').whereRaw('id = any(?)', [ids]).delete();
}

const unnamed = (db: Db, from: number, to: number): Knex.QueryBuilder =>
  db('aliases as a')
    .whereBetween('a.id', [from, to])
    .whereNotExists(db('alias_name_words as n').whereRaw('n.id = a.id').select(db.raw('1')));

/** Writes what the search compares of the aliases in this range that have none of it. Returns how many there were. */
export async function nameRange(trx: Knex.Transaction, from: number, to: number): Promise<number> {
  const columns = ['a.id', 'brand', 'description', 'manufacturer', 'weight_empty_g', 'weight_full_g'];
  const rows: NamedRow[] = await unnamed(trx, from, to).select(columns);
  await writeNames(trx, rows);
  return rows.length;
}

/** The highest id of an alias, if some alias cannot be found by its name yet; else 0. */
export async function lastUnnamed(db: Db): Promise<number> {
  const { rows } = await db.raw(`select coalesce(max(id), 0) as last from aliases
    where (select count(*) from alias_name_words) < (select total from alias_counts where of = 'id')`);
  return rows[0].last;
}
