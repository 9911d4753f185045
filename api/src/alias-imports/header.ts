import type { AliasImportColumn } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import type { AliasImportField } from '@ostatok/api/contract/alias-imports.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import { plain, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import { joinedLabels } from '@ostatok/kit/node/workbooks/labels.ts';
import { columnLetter, type SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';

/** A column of the file; `index` is counted from 0. */
export interface Column extends AliasImportColumn {
  index: number;
}

export interface Header {
  /** The last row of the header; 0 when there is no header. */
  to: number;
  columns: Column[];
}

const MAX_DEPTH = 2;
const MAX_HEADER_TEXT = 120;
const MAX_SAMPLE = 40;
const SAMPLES = 3;
/** The most columns offered to choose from. */
const MAX_OFFERED = 60;

/** Patterns of header words; the first match decides. If several columns match one field, the higher weight wins. */
const meanings: [AliasImportField, number, RegExp][] = [
  ['product_ean', 2, /^(основной код( товара)?|код (основного )?товара|product ean|main code)$/],
  [
    'pack',
    3,
    /^((штук|шт|бутылок|бут|кол ?во( шт)?|количество( штук)?) )?(в|на) (упаковк|коробк|ящик|кейс)\p{L}*( |$)|^pack( size)?$/u,
  ],
  ['ean', 3, /штрих ?код|^(шк|ean|ean ?13|ean ?8|gtin|barcode|bar code|upc)( |$)/],
  ['weight_empty_g', 3, /(вес|масса) ?(тары|пуст)|^пуст\p{L}*( |$)|^тара( |$)|^(weight )?empty( |$)/u],
  ['weight_full_g', 3, /(вес|масса) ?(полн|брутто)|^полн\p{L}*( вес| г| кг|$)|^(weight )?full( |$)/u],
  ['density_g_per_ml', 3, /^плотность|^density/],
  ['alcohol_percent', 3, /^(крепость|алкоголь|спирт|градус|abv|alcohol)/],
  ['volume_ml', 3, /^(объем|емкость|литраж|вместимость|volume)( |$)/],
  ['volume_ml', 2, /^(мл|л|ml)$/],
  ['country_origin', 3, /^страна|^country/],
  ['manufacturer', 3, /производител|изготовител|^(manufacturer|producer)/],
  ['brand', 3, /^(бренд|марка|торговая марка|тм|brand)( |$)/],
  ['subcategory', 3, /подкатегори|подгрупп|^subcategory/],
  ['category', 3, /категори|^category/],
  ['category', 2, /^(товарная )?группа( |$)|^вид( |$)|^тип( |$)/],
  ['description', 4, /^(наименование|название|номенклатура|description|nomenclature|name)( |$)/],
  ['description', 3, /^(товар|позиция|продукт|напиток|бутылка|product|item)( |$)/],
  ['description', 2, /наименовани|названи|номенклатур/],
  ['ean', 1, /^код$|^code$/],
];

type Meaning = { field: AliasImportField; weight: number; index: number };

function recognise(labels: Map<number, string>): Map<AliasImportField, Meaning> {
  const best = new Map<AliasImportField, Meaning>();
  for (const [index, label] of labels) {
    if (label.length > MAX_HEADER_TEXT) continue;
    const found = meanings.find(([, , words]) => words.test(plain(label)));
    if (!found) continue;
    const [field, weight] = found;
    if ((best.get(field)?.weight ?? 0) < weight) best.set(field, { field, weight, index });
  }
  const product = best.get('product_ean');
  if (product && !best.has('ean')) {
    best.delete('product_ean');
    best.set('ean', { ...product, field: 'ean', weight: 1 });
  }
  return best;
}

/**
 * A price list may have codes of the shop's own under «Код товара», and beside each bottle how many are in a case: that is
 * no barcode of a case.
 */
function withoutOwnCodes(columns: Column[]): Column[] {
  const hasProducts = columns.some(
    ({ field, samples }) => field === 'product_ean' && samples.every((text) => toGtin13(text) !== undefined),
  );
  const isOwn = ({ field }: Column): boolean => !hasProducts && (field === 'product_ean' || field === 'pack');
  return columns.map((column) => (isOwn(column) ? { ...column, field: null } : column));
}

interface Recognised {
  score: number;
  to: number;
  labels: Map<number, string>;
  fields: Map<AliasImportField, Meaning>;
}

const isText = (row: SheetRow): boolean => row.cells.values().every(({ value }) => typeof value === 'string');

/** Finds the one or two rows that score highest as a header; on equal scores fewer rows win. */
function bestOf(head: SheetRow[]): Recognised | undefined {
  let best: Recognised | undefined;
  for (let at = 0; at < head.length; at += 1) {
    for (let depth = 1; depth <= MAX_DEPTH && at + depth <= head.length; depth += 1) {
      const rows = head.slice(at, at + depth);
      if (depth > 1 && !rows.every(isText)) break;
      const labels = joinedLabels(rows);
      const fields = recognise(labels);
      const score = fields.size + (fields.has('ean') ? 2 : 0) - (depth - 1) / 10;
      if (fields.size >= 2 && score > (best?.score ?? 0))
        best = { score, labels, fields, to: rows[depth - 1]?.number ?? 0 };
    }
  }
  return best;
}

function samplesOf(rows: SheetRow[], index: number): string[] {
  const texts = rows.map((row) => textOf(row.cells.get(index)).slice(0, MAX_SAMPLE));
  return texts.filter((text) => text !== '').slice(0, SAMPLES);
}

/**
 * Finds the columns in a sheet's first rows; the score says how reliable that is. If no header is recognised, the first
 * row names the columns.
 */
export function findHeader(head: SheetRow[]): { header: Header; score: number } {
  const best = bestOf(head);
  const [first] = head;
  const unknown = first && isText(first) ? { to: first.number, labels: joinedLabels([first]) } : { to: 0 };
  const { to, labels = new Map<number, string>() } = best ?? unknown;
  const below = head.filter(({ number }) => number > to);
  const width = Math.max(0, ...head.map(({ cells }) => cells.width));
  const columns: Column[] = [];
  for (let index = 0; index < width && columns.length < MAX_OFFERED; index += 1) {
    const name = labels.get(index)?.slice(0, MAX_HEADER_TEXT) ?? '';
    const samples = samplesOf(below, index);
    if (name === '' && samples.length === 0) continue;
    const field = [...(best?.fields.values() ?? [])].find((meaning) => meaning.index === index)?.field ?? null;
    columns.push({ index, column: columnLetter(index), name, field, samples });
  }
  return { header: { to, columns: withoutOwnCodes(columns) }, score: best?.score ?? 0 };
}

/** Applies the chosen fields: a column that gets a field takes it from the column that had it. */
export function corrected<C extends AliasImportColumn>(
  columns: C[],
  given: readonly { column: string; field: AliasImportField | null }[],
): C[] {
  const said = new Map(given.map(({ column, field }) => [column, field]));
  const taken = new Set(said.values());
  return columns.map((column) => {
    const field = said.get(column.column);
    if (field !== undefined) return { ...column, field };
    return taken.has(column.field) ? { ...column, field: null } : column;
  });
}
