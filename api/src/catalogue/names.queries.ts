import type { AliasFields } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { volumeOf } from '@ostatok/kit/names/measures.ts';
import { remember } from '@ostatok/kit/names/remember.ts';
import { keyOf, keysOf } from '@ostatok/kit/names/sound.ts';
import { joinInitials } from '@ostatok/kit/names/words.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

type Named = Pick<AliasFields, 'brand' | 'description' | 'manufacturer' | 'volume_ml'>;
type NamesGiven = { [Name in keyof Named]?: Named[Name] | undefined };

/** How a volume is written among the words: no part of another one, and nothing that a name may have. */
export const volumeWord = (ml: number): string => `=${ml}ml`;

/** The names of a list are made of few different words. */
const rememberedKey = remember(20_000, keyOf);

/** The different words of all names of a bottle that a user may type, by their sound, and its volume. */
export function nameWordsOf({ brand, description, manufacturer, volume_ml }: NamesGiven): string[] {
  const volume = volume_ml ?? volumeOf(description ?? '').volumeMl;
  const keys = keysOf(joinInitials([brand, description, manufacturer].join(' ')), rememberedKey);
  return [...new Set([...keys, ...(volume ? [volumeWord(volume)] : [])])];
}

export interface NamedRow extends Named {
  id: number;
  product_id: number | null;
  weight_empty_g: unknown;
  weight_full_g: unknown;
}

/**
 * Writes what the search compares of these aliases. A further code has no words of its own, so that a product is found by
 * its name once. Call it under the catalogue's lock.
 */
export async function writeNames(trx: Knex.Transaction, aliases: NamedRow[]): Promise<void> {
  if (aliases.length === 0) return;
  const rows = aliases.map((alias) => ({
    id: alias.id,
    words: alias.product_id === null ? nameWordsOf(alias) : [],
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
  const facts = ['brand', 'description', 'manufacturer', 'volume_ml', 'weight_empty_g', 'weight_full_g'];
  const rows: NamedRow[] = await unnamed(trx, from, to).select('a.id', 'product_id', ...facts);
  await writeNames(trx, rows);
  return rows.length;
}

/** The highest id of an alias, if some alias cannot be found by its name yet; else 0. */
export async function lastUnnamed(db: Db): Promise<number> {
  const { rows } = await db.raw(`select coalesce(max(id), 0) as last from aliases
    where (select count(*) from alias_name_words) < (select total from alias_counts where of = 'id')`);
  return rows[0].last;
}

const unnamedProposals = (db: Db): Knex.QueryBuilder => db('alias_proposals').where({ search_key: '' });

export const hasUnnamedProposals = async (db: Db): Promise<boolean> =>
  (await unnamedProposals(db).first('id')) !== undefined;

/** Writes what the search compares of this many proposals that have none of it. Returns how many there were. */
export async function nameProposals(db: Db, most: number): Promise<number> {
  const columns = ['id', 'brand', 'description', 'manufacturer', 'volume_ml'];
  const rows: (Named & { id: number })[] = await unnamedProposals(db).select(columns).limit(most);
  // a name without letters has no words, but is done
  const keys = rows.map((row) => nameWordsOf(row).join(' ') || ' ');
  await db.raw(
    `update alias_proposals p set search_key = k.key from unnest(?::int[], ?::text[]) k (id, key) where p.id = k.id`,
    [rows.map(({ id }) => id), keys],
  );
  return rows.length;
}
