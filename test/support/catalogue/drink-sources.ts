/** Real lists of drinks with barcodes, made independently of each other; nothing of them is in the project. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import { parse } from 'csv-parse/sync';

const corpus = process.env.OSTATOK_CORPUS ?? '';
/** One barcode reference in three files. */
const reference = ['uhtt_alcohol', 'uhtt_softdrinks', 'uhtt_1m'].map((list) =>
  join(corpus, `catalogue/${list}.tsv.gz`),
);
const priceList = join(corpus, 'catalogue/alko_2024-11-01.csv');
const barCards = join(corpus, 'recipes/iiko_products.xml');
const marked = join(corpus, 'marks/chz_stock_by_gtin.csv');

export const hasDrinkSources = [...reference, priceList, barCards, marked].every((path) => existsSync(path));

/** What one source calls the drinks of some codes, by GTIN-13; it may have a code several times. */
export type DrinkSource = Map<string, string[]>;

type Named = [code: string | undefined, text: string];

function sourceOf(rows: Iterable<Named>, wanted: Set<string>): DrinkSource {
  const source: DrinkSource = new Map();
  for (const [code = '', text] of rows) {
    const ean = toGtin13(code.trim());
    if (ean && wanted.has(ean)) source.set(ean, [...(source.get(ean) ?? []), text]);
  }
  return source;
}

/** Reads files of a million lines, which quote nothing. */
function* referenceRows(): Generator<Named> {
  for (const path of reference) {
    const [head = '', ...lines] = gunzipSync(readFileSync(path)).toString().split('\n');
    const names = head.split('\t');
    for (const line of lines) {
      const cells = line.split('\t');
      const cell = (column: string) => cells[names.indexOf(column)];
      yield [cell('ean'), `${cell('name')} ${cell('brand')}`];
    }
  }
}

type Row = { [column: string]: string };
const table = (path: string, delimiter: string): Row[] =>
  parse(readFileSync(path), { columns: true, bom: true, delimiter, relaxColumnCount: true });

function* cardRows(xml: string): Generator<Named> {
  for (const [, card = ''] of xml.matchAll(/<productDto>(.*?)<\/productDto>/gs)) {
    const name = /<name>(.*?)<\/name>/s.exec(card)?.[1] ?? '';
    for (const [, code] of card.matchAll(/<barcode>(\d+)<\/barcode>/g)) yield [code, name];
  }
}

/** Reads a barcode reference, a shop's price list, a bar's cards, and the register of marked goods. */
export function readDrinkSources(wanted: Set<string>): DrinkSource[] {
  const priced = table(priceList, ',').map(({ ean, name, manufacturer, volume_ml }): Named => {
    return [ean, `${name} ${manufacturer} ${volume_ml} мл`];
  });
  const registered = table(marked, ';').map(({ GTIN, Name, Brand }): Named => [GTIN, `${Name} ${Brand}`]);
  const sources = [referenceRows(), priced, cardRows(readFileSync(barCards, 'utf8')), registered];
  return sources.map((rows) => sourceOf(rows, wanted));
}
