import { type Alias, type AliasFilter, type AliasInput, toGtin13 } from '@ostatok/api/contract/catalogue.ts';
import { constraintOf, type Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { ListQuery } from '@ostatok/kit/node/list-query.ts';
import {
  type AliasRow,
  type AliasValues,
  countAliases,
  deleteAlias,
  findAlias,
  findSimilarAliases,
  insertAlias,
  listAliases,
  updateAlias,
} from './catalogue.queries.ts';
import { toSearchKey } from './search-key.ts';

const numberOf = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

function toAlias({ search_key: _, ...row }: AliasRow): Alias {
  return {
    ...row,
    weight_empty_g: numberOf(row.weight_empty_g),
    weight_full_g: numberOf(row.weight_full_g),
    density_g_per_ml: numberOf(row.density_g_per_ml),
    alcohol_percent: numberOf(row.alcohol_percent),
    nomenclature_ru: row.description,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function toValues(input: AliasInput): AliasValues {
  return {
    ean: input.ean,
    brand: input.brand || null,
    category: input.category || null,
    subcategory: input.subcategory || null,
    volume_ml: input.volume_ml ?? null,
    weight_empty_g: input.weight_empty_g ?? null,
    weight_full_g: input.weight_full_g ?? null,
    density_g_per_ml: input.density_g_per_ml ?? null,
    alcohol_percent: input.alcohol_percent ?? null,
    description: input.description ?? '',
    manufacturer: input.manufacturer || null,
    country_origin: input.country_origin || null,
    search_key: toSearchKey(`${input.brand ?? ''} ${input.description ?? ''}`),
  };
}

function refuseTaken(error: unknown): never {
  if (constraintOf(error) !== 'aliases_ean_unique') throw error;
  const taken = 'Такой штрихкод уже есть в каталоге';
  throw new Conflict('ean_taken', taken, { ean: taken });
}

const known = (row: AliasRow | undefined): Alias => {
  if (!row) throw new NotFound('В каталоге такого нет', 'alias_not_found');
  return toAlias(row);
};

/** The global catalogue of bottles, keyed by GTIN-13. */
export function createCatalogue({ db }: { db: Knex }) {
  return {
    async list(query: ListQuery, filter: AliasFilter): Promise<{ aliases: Alias[]; total: number }> {
      const { rows, total } = await listAliases(db, filter, toSearchKey(filter.search || filter.q || ''), query);
      return { aliases: rows.map(toAlias), total };
    },
    get: async (id: number): Promise<Alias> => known(await findAlias(db, { id })),
    create: async (input: AliasInput): Promise<Alias> =>
      toAlias(await insertAlias(db, toValues(input)).catch(refuseTaken)),
    update: async (id: number, input: AliasInput): Promise<Alias> =>
      known(await updateAlias(db, id, toValues(input)).catch(refuseTaken)),
    remove: async (id: number): Promise<Alias> => known(await deleteAlias(db, id)),
    count: (): Promise<number> => countAliases(db),

    /** By a code in any of its spellings. Throws NotFound. */
    async lookup(code: string): Promise<Alias> {
      const ean = toGtin13(code);
      return known(ean === undefined ? undefined : await findAlias(db, { ean }));
    },

    /** The names that sound most like the text, with how sure we are, from 0 to 1. */
    async similar(text: string, limit: number): Promise<(Alias & { confidence: number })[]> {
      const key = toSearchKey(text);
      if (key === '') return [];
      const rows = await db.transaction((trx) => findSimilarAliases(trx, key, limit));
      return rows.map((row) => ({ ...toAlias(row), confidence: row.confidence }));
    },
  };
}
export type Catalogue = ReturnType<typeof createCatalogue>;
