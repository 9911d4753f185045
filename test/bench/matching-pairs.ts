/** Labelled names of real lists and the catalogues that they are matched against; nothing of them is in the project. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AliasInput } from '@ostatok/api/contract/catalogue.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import { parseName } from '@ostatok/kit/names/parse.ts';
import { parse } from 'csv-parse/sync';

const corpus = process.env.OSTATOK_CORPUS ?? join(import.meta.dirname, '../../../shared/data');

export const hasPairs = (): boolean => existsSync(join(corpus, 'matching/pairs_dev.csv'));

/** A name of a list and the product that it means; none for what no catalogue has. */
export interface Pair {
  name: string;
  catalogue: 'alko' | 'uhtt';
  ean: string | undefined;
  productName: string;
  /** Whether the name says how much the bottle holds; else any bottle of the product is right. */
  isVolumeSaid: boolean;
  isNone: boolean;
}

type Record = { [column: string]: string };
const read = (text: string, delimiter: string): Record[] =>
  parse(text, { columns: true, delimiter, relaxColumnCount: true, quote: delimiter === ',' ? '"' : null });

/** The pairs that are certain. */
export function readPairs(): Pair[] {
  return read(readFileSync(join(corpus, 'matching/pairs_dev.csv'), 'utf8'), ',')
    .filter(({ certain }) => certain === 'yes')
    .map((row) => ({
      name: row.local_name ?? '',
      catalogue: row.catalog === 'uhtt' ? 'uhtt' : 'alko',
      ean: toGtin13(row.catalog_ean_or_id ?? ''),
      productName: row.catalog_name ?? '',
      isVolumeSaid: row.volume_stated === 'y',
      isNone: row.label === 'no_match',
    }));
}

const numberOf = (text: string | undefined): number | null =>
  text && Number.isFinite(Number(text)) ? Number(text) : null;

/** Each code once, without those that are none. */
function sound(rows: (AliasInput | undefined)[]): AliasInput[] {
  return [...new Map(rows.flatMap((row) => (row ? [[row.ean, row] as const] : []))).values()];
}

export function readCatalogue(name: Pair['catalogue']): AliasInput[] {
  if (name === 'alko') {
    const rows = read(readFileSync(join(corpus, 'catalogue/alko_2024-11-01.csv'), 'utf8'), ',');
    return sound(
      rows.map((row) => {
        const ean = toGtin13(row.ean ?? '');
        return ean && row.name
          ? {
              ean,
              description: row.name,
              manufacturer: row.manufacturer || null,
              category: row.category || null,
              subcategory: row.subcategory || null,
              volume_ml: numberOf(row.volume_ml) || null,
              alcohol_percent: numberOf(row.alcohol_percent),
            }
          : undefined;
      }),
    );
  }
  const lists = ['uhtt_alcohol', 'uhtt_softdrinks'].flatMap((list) =>
    read(gunzipSync(readFileSync(join(corpus, `catalogue/${list}.tsv.gz`))).toString(), '\t'),
  );
  return sound(
    lists.map((row) => {
      const ean = toGtin13(row.ean ?? '');
      return ean && row.name ? { ean, description: row.name, brand: row.brand || null } : undefined;
    }),
  );
}

/** Names of other lists whose code is in the Alko list and in no labelled pair: nobody has read them over. */
export function readPairsByCode(): Pair[] {
  const names = new Map(readCatalogue('alko').map(({ ean, description }) => [ean, description ?? '']));
  const labelled = new Set(readPairs().map(({ ean }) => ean));
  return readCatalogue('uhtt').flatMap(({ ean, description: name }): Pair[] => {
    const productName = names.get(ean);
    if (!productName || !name || labelled.has(ean)) return [];
    const isVolumeSaid = parseName(name).measures.volumeMl !== undefined;
    return [{ name, catalogue: 'alko', ean, productName, isVolumeSaid, isNone: false }];
  });
}
