import { plain } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { ImportField, PriceReading } from '../../contract/imports.ts';

/**
 * What one price of the file is for: the item's unit, whatever it is; a bottle or piece; a bottle where the item has any,
 * else its unit; or a litre, or a kilogram, by name.
 */
export type PricePer = 'unit' | 'bottle' | 'bottle_or_unit' | 'л' | 'кг';

const BOTTLE = /(^| )(бут\p{L}*|шт|штук\p{L}*|емкост\p{L}*|bottle|btl|pcs|pc)( |$)/u;
/** «за л», «за 1 литр», «цена литра», «руб/л»; «цена 0,7 л» is a bottle's. */
const LITRE = /(^| )за( 1)? (л|литр\p{L}*)( |$)|(?<!\d)( |^)(л|литр\p{L}*)$/u;
const KILOGRAM = /(^| )за( 1)? (кг|килограмм\p{L}*)( |$)|(?<!\d)( |^)(кг|килограмм\p{L}*)$/u;
const UNIT = /(^| )(ед|единиц\p{L}*)( |$)/u;

interface Column {
  field: ImportField;
  header: string;
}

/** Whether a price's header, as `plain` makes it, says that it is of a bottle. */
export const isBottlePrice = (label: string): boolean => BOTTLE.test(label);

/** What a price column that is not of bottles is for. */
export function perOf({ header }: Pick<Column, 'header'>): 'unit' | 'л' | 'кг' {
  const label = plain(header);
  if (LITRE.test(label)) return 'л';
  return KILOGRAM.test(label) ? 'кг' : 'unit';
}

/** What a bottle's price is for: where only a person calls it one, herbs beside the bottles are priced by the kilogram. */
export const perOfBottle = ({ header }: Pick<Column, 'header'>): 'bottle' | 'bottle_or_unit' =>
  isBottlePrice(plain(header)) ? 'bottle' : 'bottle_or_unit';

/** The columns with the file's one price read as a person says. */
export function withPrices<T extends Column>(columns: T[], prices: PriceReading | undefined): T[] {
  const found = columns.filter(({ field }) => field === 'cost' || field === 'cost_bottle');
  if (!prices || found.length !== 1) return columns;
  const field = prices === 'bottle' ? 'cost_bottle' : 'cost';
  return columns.map((column) => (column === found[0] ? { ...column, field } : column));
}

/** How the file's prices are read and whether its header says so; undefined where it has none, or one of each. */
export function readingOf(
  columns: readonly Column[],
): { reading: PriceReading; said: boolean; header: string } | undefined {
  const found = columns.filter(({ field }) => field === 'cost' || field === 'cost_bottle');
  const [column] = found;
  if (!column || found.length > 1) return undefined;
  const { header } = column;
  const label = plain(header);
  if (column.field === 'cost_bottle') return { reading: 'bottle', said: isBottlePrice(label), header };
  return { reading: 'unit', said: UNIT.test(label) || perOf(column) !== 'unit', header };
}
