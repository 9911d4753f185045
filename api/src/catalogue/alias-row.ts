import type { Alias, AliasFacts, AliasFields } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { type AliasInput, aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';

export interface AliasRow {
  id: number;
  /** GTIN-13; a further code may be the fourteen digits of a case. */
  ean: string;
  /** The main code of the product, whose facts this row repeats; null for the main code itself. */
  product_id: number | null;
  /** One scan means so many bottles; more than one only of a further code. */
  pack: number;
  brand: string | null;
  category: string | null;
  subcategory: string | null;
  volume_ml: number | null;
  /** PostgreSQL's numeric, which the driver returns as text. */
  weight_empty_g: string | null;
  weight_full_g: string | null;
  density_g_per_ml: string | null;
  alcohol_percent: string | null;
  description: string;
  manufacturer: string | null;
  country_origin: string | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** Decimals of the numeric columns. */
const scales = { weight_empty_g: 2, weight_full_g: 2, density_g_per_ml: 4, alcohol_percent: 2 } as const;

export const isNumeric = (name: string): boolean => name === 'volume_ml' || name in scales;
/** PostgreSQL's type of a numeric column. */
export const numericType = (name: string): string =>
  name in scales ? `numeric(12, ${scales[name as keyof typeof scales]})` : 'integer';

const numberOf = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

/** The code of a product of its own. */
export const OWN = { product_id: null, pack: 1 } as const;

type FactsRow = Omit<AliasRow, 'id' | 'product_id' | 'pack' | 'revision' | 'created_at' | 'updated_at'>;

/** The facts of a row, in the order of `aliasFieldNames`. */
export function factsOf(row: FactsRow): AliasFacts {
  return {
    ean: row.ean,
    brand: row.brand,
    category: row.category,
    subcategory: row.subcategory,
    volume_ml: row.volume_ml,
    weight_empty_g: numberOf(row.weight_empty_g),
    weight_full_g: numberOf(row.weight_full_g),
    density_g_per_ml: numberOf(row.density_g_per_ml),
    alcohol_percent: numberOf(row.alcohol_percent),
    description: row.description,
    manufacturer: row.manufacturer,
    country_origin: row.country_origin,
  };
}

/** The same, and which product the code is of. */
export const fieldsOf = (row: FactsRow & Pick<AliasRow, 'product_id' | 'pack'>): AliasFields => ({
  ...factsOf(row),
  product_id: row.product_id,
  pack: row.pack,
});

/** `productEan` is the main code of a further one. */
export const toAlias = (row: AliasRow, productEan: string | null = null): Alias => ({
  id: row.id,
  ...fieldsOf(row),
  product_ean: productEan,
  nomenclature_ru: row.description,
  revision: row.revision,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Merges the given fields over the known ones: a missing field keeps its value, an empty text clears it. */
export function merged(known: AliasFacts | undefined, given: Partial<AliasInput>): AliasFacts {
  const entries = aliasFieldNames.map((name) => {
    const value = given[name];
    if (value === undefined) return [name, known?.[name] ?? null];
    if (typeof value === 'number' && name in scales) {
      return [name, Number(value.toFixed(scales[name as keyof typeof scales]))];
    }
    return [name, value === '' ? null : value];
  });
  const fields = Object.fromEntries(entries);
  return { ...fields, description: fields.description ?? '' };
}

export const sameFields = (one: AliasFields, other: AliasFields): boolean =>
  one.product_id === other.product_id &&
  one.pack === other.pack &&
  aliasFieldNames.every((name) => one[name] === other[name]);

/** What a further code has where its product has these facts. */
export const withFacts = (code: AliasFields, product: AliasFields): AliasFields => ({
  ...product,
  ean: code.ean,
  product_id: code.product_id,
  pack: code.pack,
});
