import { plain, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import { joinedLabels } from '@ostatok/kit/node/workbooks/labels.ts';
import { columnLetter, type SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import type { ImportField, ImportKind } from '../../contract/imports.ts';
import { unitOf } from '../items/written-units.ts';
import { isBottlePrice } from './price-header.ts';

export interface Column {
  field: ImportField;
  index: number;
  letter: string;
  /** The header as written, with the parts of several rows joined. */
  header: string;
  /** The unit that its header names, as in «Объём, мл». */
  unit: string;
}

export interface Header {
  columns: Column[];
  /** The first and last row of the header. */
  from: number;
  to: number;
}

const MAX_DEPTH = 3;
const MAX_HEADER_TEXT = 120;

/**
 * The meanings of header words; the first match decides. Of several columns for one field the higher weight wins, then
 * the left one. Labels come through `plain`: lower case, ё as е, no punctuation.
 */
const meanings: [ImportField | 'skip', number, RegExp][] = [
  ['skip', 0, /^(№|n|no|п п|№ п п|пп|номер( строки| п п)?)$/],
  ['ean', 3, /штрих ?код|^(шк|ean|ean ?13|ean ?8|gtin|barcode|bar code|upc)( |$)/],
  ['weight_empty_g', 3, /вес (тары|пустой|пустая)|масса тары|^тара (г|гр|кг)$/],
  ['weight_full_g', 3, /вес (полной|полная|брутто)|^полный вес|масса брутто/],
  ['density_g_per_ml', 3, /^плотность/],
  ['skip', 0, /^сум(м|ма)?( |$)/],
  ['article', 3, /артикул|^арт$|^sku$|^article/],
  ['cost', 1, /(^| )(розниц|розничн|опт( |$)|оптов)|цен\p{L}* продаж/u],
  ['cost', 4, /закуп\p{L}* ?(цен|стоим|$)|цен\p{L}* закуп|себестоим|цен\p{L}* поступл|учетная цена|^cost$/u],
  ['cost', 3, /^цена|^price|^(стоимость|руб\p{L}*) (за|1)? ?(бут|шт|ед|л( |$)|литр|кг( |$))/u],
  [
    'skip',
    0,
    /сумма|стоимость|оборот|приход|расход|продаж|списан|заказ|скидк|ндс|налог|наценк|маржа|прибыл|дата|срок|поставщик|производител|страна|бренд|комментар|примечан|описан|фото|ссылк|^нач( |альн)|начальн/,
  ],
  ['par', 3, /мин(имальн\p{L}*|имум)?( остат|$| запас| кол)|неснижаем|^норм(а|ы|атив)?( |$)|^пар$|^par$/u],
  ['expected', 3, /учетн|учет( |$)|по учету|по данным|расчетн|ожидаем|книжн|expected/],
  ['cost', 2, /цена|прайс/],
  ['quantity', 5, /^(кон|конечн\p{L}*) (ост|остат\p{L}*)( |$)|остат\p{L}* (на )?кон(ец)?( |$)/u],
  ['quantity', 4, /^(фактическ\p{L}*|факт|текущ\p{L}*) ?(остат|колич|кол|налич|$)/u],
  ['quantity', 3, /^(кол|количество|колич|кол во|к во|qty|quantity|stock)( |$)/],
  ['quantity', 3, /остат|^наличие|^в наличии|^запас/],
  ['category', 2, /категори|^(вид|тип) (товара|продук|номенклат)|^раздел|^category/],
  ['category', 1, /^(товарная )?групп|^родител|^папка|^номенклатурная группа/],
  ['group', 2, /^вид$|^вид (отчета|напитка|алкоголя)|^тип$/],
  ['volume_ml', 3, /^(объем|емкость|литраж|вместимость|volume)( |$)/],
  ['volume_ml', 1, /^тара( |$)/],
  ['article', 2, /^код( товара| номенклатуры| позиции| продукта)?$|^code$|номенклатур\p{L}* код$|^id$|^plu$/u],
  ['unit', 2, /^(ед|единиц\p{L}*|е и|еи|unit)( |$)|базовая единица/u],
  [
    'name',
    4,
    /^(наименование|номенклатура|название)( товара| номенклатуры| продукта| позиции| продукции| полное| полн)?$/,
  ],
  ['name', 3, /^(товар|товары|позиция|продукт|ингредиент|напиток|name|item|product|product name|материал|тмц|сырье)$/],
  ['name', 2, /наименовани|номенклатур|названи|^(товар|продукт|ассортимент)( |$)/],
];

interface Meaning {
  field: ImportField;
  weight: number;
}

function meaningOf(label: string, kind: ImportKind): Meaning | undefined {
  const found = meanings.find(([, , words]) => words.test(label));
  if (!found || found[0] === 'skip') return undefined;
  const [field, weight] = found;
  // When the accounts are loaded, their stock is the expected one, whatever the column's name is.
  if (kind === 'expected' && field === 'quantity') return { field: 'expected', weight: weight - 10 };
  return { field: field === 'cost' && isBottlePrice(label) ? 'cost_bottle' : field, weight };
}

/** Returns the unit of «Объём, мл»: «мл». */
export const unitIn = (label: string): string =>
  plain(label)
    .split(' ')
    .slice(1)
    .findLast((word) => unitOf(word) !== undefined) ?? '';

/**
 * Keeps both prices of equal weight, because a bottle's price helps where a litre's is missing; otherwise drops the
 * lesser one, such as a retail price beside the purchase price, which would mislead.
 */
function keepBetterPrice(best: Map<ImportField, { weight: number }>): void {
  const [unit, bottle] = [best.get('cost'), best.get('cost_bottle')];
  if (unit && bottle && unit.weight !== bottle.weight) {
    best.delete(unit.weight < bottle.weight ? 'cost' : 'cost_bottle');
  }
}

function recognise(rows: SheetRow[], kind: ImportKind): { columns: Column[]; score: number } {
  const best = new Map<ImportField, Column & { weight: number }>();
  for (const [index, header] of joinedLabels(rows)) {
    if (header.length > MAX_HEADER_TEXT) continue;
    const meaning = meaningOf(plain(header), kind);
    if (!meaning || (best.get(meaning.field)?.weight ?? -100) >= meaning.weight) continue;
    best.set(meaning.field, { ...meaning, index, letter: columnLetter(index), header, unit: unitIn(header) });
  }
  keepBetterPrice(best);
  const name = best.get('name');
  const columns = [...best.values()].sort((a, b) => a.index - b.index);
  return {
    columns: columns.map(({ weight: _, ...column }) => column),
    score: name ? columns.length * 10 + name.weight : 0,
  };
}

/** Matches article codes, which stand to the left of the name, often without a header: «ЦБ-00009375». */
const CODE = /^[\p{L}\d]{0,5}[-./]?\d{3,}[\p{L}\d-]*$/u;

function addNamelessCodes(columns: Column[], data: SheetRow[]): Column[] {
  const name = columns.find(({ field }) => field === 'name');
  if (!name || columns.some(({ field }) => field === 'article')) return columns;
  const index = name.index - 1;
  if (index < 0 || columns.some((column) => column.index === index)) return columns;
  const codes = data.map((row) => textOf(row.cells.get(index))).filter((text) => text !== '');
  if (codes.length < 3 || !codes.every((code) => CODE.test(code)) || new Set(codes).size < codes.length) return columns;
  return [{ field: 'article', index, letter: columnLetter(index), header: '', unit: '' }, ...columns];
}

const isText = (row: SheetRow): boolean => row.cells.values().every(({ value }) => typeof value === 'string');

/**
 * Finds the header among a sheet's first rows; a higher score means more recognised columns. A header of fewer rows is
 * preferred.
 */
export function findHeader(head: SheetRow[], kind: ImportKind): { header: Header; score: number } | undefined {
  let best: { header: Header; score: number } | undefined;
  for (let at = 0; at < head.length; at += 1) {
    for (let depth = 1; depth <= MAX_DEPTH && at + depth <= head.length; depth += 1) {
      const rows = head.slice(at, at + depth);
      if (depth > 1 && !rows.every(isText)) break;
      const recognised = recognise(rows, kind);
      const { columns } = recognised;
      const score = recognised.score - (depth - 1) / 10;
      if (score <= (best?.score ?? 0)) continue;
      const [first, last] = [rows[0] as SheetRow, rows[depth - 1] as SheetRow];
      best = { header: { columns, from: first.number, to: last.number }, score };
    }
  }
  if (!best) return undefined;
  const { to } = best.header;
  const data = head.filter(({ number }) => number > to);
  best.header.columns = addNamelessCodes(best.header.columns, data);
  return best;
}
