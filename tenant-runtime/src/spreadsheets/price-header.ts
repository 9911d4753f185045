import { plain } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { ImportField, PriceReading } from '../../contract/imports.ts';

/**
 * The amount that a price in the file refers to: the item's unit, whatever it is; a bottle or piece; a bottle where the
 * item has any, or else its unit; or a litre or kilogram by name.
 */
export type PricePer = 'unit' | 'bottle' | 'bottle_or_unit' | 'л' | 'кг';

const BOTTLE = /(^| )(бут\p{L}*|шт|штук\p{L}*|емкост\p{L}*|bottle|btl|pcs|pc)( |$)/u;
/** Matches «за л», «за 1 литр», «цена литра», «руб/л»; «цена 0,7 л» is a bottle's price. */
const LITRE = /(^| )за( 1)? (л|литр\p{L}*)( |$)|(?<!\d)( |^)(л|литр\p{L}*)$/u;
const KILOGRAM = /(^| )за( 1)? (кг|килограмм\p{L}*)( |$)|(?<!\d)( |^)(кг|килограмм\p{L}*)$/u;
const UNIT = /(^| )(ед|единиц\p{L}*)( |$)/u;

interface Column {
  field: ImportField;
  header: string;
}

/** Tells whether a price's header, normalised by `plain`, says that it is for a bottle. */
export const isBottlePrice = (label: string): boolean => BOTTLE.test(label);

/** Returns the amount that a price column refers to, if it is not for bottles. */
export function perOf({ header }: Pick<Column, 'header'>): 'unit' | 'л' | 'кг' {
  const label = plain(header);
  if (LITRE.test(label)) return 'л';
  return KILOGRAM.test(label) ? 'кг' : 'unit';
}

/**
 * Returns the amount that a bottle's price refers to. Where only a user calls it so, herbs beside the bottles are
 * priced by the kilogram.
 */
export const perOfBottle = ({ header }: Pick<Column, 'header'>): 'bottle' | 'bottle_or_unit' =>
  isBottlePrice(plain(header)) ? 'bottle' : 'bottle_or_unit';

/** Returns the columns, with the file's only price read as the user says. */
export function withPrices<T extends Column>(columns: T[], prices: PriceReading | undefined): T[] {
  const found = columns.filter(({ field }) => field === 'cost' || field === 'cost_bottle');
  if (!prices || found.length !== 1) return columns;
  const field = prices === 'bottle' ? 'cost_bottle' : 'cost';
  return columns.map((column) => (column === found[0] ? { ...column, field } : column));
}

/**
 * Returns how the file's prices are read and whether its header says so; undefined if it has no price, or both kinds.
 */
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
