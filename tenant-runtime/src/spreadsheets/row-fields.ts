import { amountOf, plain, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Cell, SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import type { ImportRow } from '../../contract/imports.endpoints.ts';
import type { ImportField, ImportKind } from '../../contract/imports.ts';
import { MAX_QUANTITY } from '../../contract/items.ts';
import { type UnitMeaning, unitOf } from '../items/written-units.ts';
import { eanOf, isMoney } from './cell-values.ts';
import type { Column } from './header.ts';
import { type PricePer, perOf, perOfBottle } from './price-header.ts';

/** The contents of a file's row; `cost` is in roubles, as it is written. */
export interface StagedRow extends ImportRow {
  search_name: string;
  cost_per?: PricePer;
  /** What a bottle holds by its name, for a new item whose volume the file does not say. */
  volume_in_name?: number | undefined;
}

/** A row with the columns in which its fields are. */
export interface RowCells {
  row: SheetRow;
  columns: ReadonlyMap<ImportField, Column>;
  kind: ImportKind;
  /** Reports what was read differently from how it is written. */
  warn: (field: ImportField, message: string) => void;
}

const MAX_COST = 10_000_000;

/** A cell that cannot be read; the message is for the user. */
export class BadCell extends Error {
  readonly field: ImportField;
  constructor(field: ImportField, message: string) {
    super(message);
    this.field = field;
  }
}

export const quoted = (text: string): string => `«${text.length > 60 ? `${text.slice(0, 60)}…` : text}»`;
const rounded = (value: number, decimals: number): number =>
  Number.isInteger(value) ? value : Number(value.toFixed(decimals));

interface Limits {
  min: number;
  max: number;
  decimals: number;
  what: string;
}
const numbers: Partial<Record<ImportField, Limits>> = {
  quantity: { min: -MAX_QUANTITY, max: MAX_QUANTITY, decimals: 3, what: 'Количество' },
  expected: { min: -MAX_QUANTITY, max: MAX_QUANTITY, decimals: 3, what: 'Учётный остаток' },
  par: { min: 0, max: MAX_QUANTITY, decimals: 3, what: 'Минимальный остаток' },
  cost: { min: 0, max: MAX_COST, decimals: 2, what: 'Цена' },
  cost_bottle: { min: 0, max: MAX_COST, decimals: 2, what: 'Цена' },
  volume_ml: { min: 1, max: 1_000_000, decimals: 0, what: 'Объём' },
  weight_empty_g: { min: 0.1, max: 100_000, decimals: 1, what: 'Вес тары' },
  weight_full_g: { min: 0.1, max: 100_000, decimals: 1, what: 'Полный вес' },
  density_g_per_ml: { min: 0.5, max: 2, decimals: 4, what: 'Плотность' },
};

function withinLimits(field: ImportField, value: number): number {
  const { min, max, decimals, what } = numbers[field] as Limits;
  const result = rounded(value, decimals);
  if (result >= min && result <= max) return result;
  const show = (limit: number): string => limit.toLocaleString('ru-RU');
  throw new BadCell(field, `${what} — от ${show(min)} до ${show(max)}, а здесь ${show(value)}`);
}

/**
 * Returns millilitres by the cell's own unit, or else by the header's; without either a small number can only be
 * litres.
 */
function volumeOf(cell: Cell, column: Column): number | undefined {
  const amount = amountOf(cell);
  if (amount === null) return undefined;
  const meaning = amount && unitOf(amount.suffix || column.unit);
  const litres = amount && (meaning?.unit === 'л' ? amount.value * meaning.factor : undefined);
  if (!amount || (litres === undefined && amount.suffix !== '')) {
    if (/^тара/.test(plain(column.header))) return undefined;
    throw new BadCell('volume_ml', `Объём не распознан: ${quoted(textOf(cell))}`);
  }
  const assumed = amount.value < 30 ? amount.value : amount.value / 1000;
  return withinLimits('volume_ml', (litres ?? assumed) * 1000);
}

function weightOf(field: 'weight_empty_g' | 'weight_full_g', cell: Cell, column: Column): number | undefined {
  const amount = amountOf(cell);
  if (amount === null) return undefined;
  const meaning = amount && unitOf(amount.suffix || column.unit || 'г');
  if (!amount || meaning?.unit !== 'кг') throw new BadCell(field, `Вес не распознан: ${quoted(textOf(cell))}`);
  return withinLimits(field, amount.value * meaning.factor * 1000);
}

/** Returns the cell of a field; throws BadCell if the file says that its formula failed. */
export function cellOf({ row, columns }: RowCells, field: ImportField): Cell | undefined {
  const column = columns.get(field);
  const cell = column && row.cells.get(column.index);
  if (cell?.error) throw new BadCell(field, `В ячейке ошибка ${textOf(cell)}`);
  return cell;
}

export function textField(cells: RowCells, field: ImportField, max: number, what: string): string | undefined {
  const text = textOf(cellOf(cells, field));
  if (text.length > max) throw new BadCell(field, `${what} длиннее ${max} знаков`);
  return text === '' ? undefined : text;
}

/**
 * Returns the row's unit: from its own column, or else from behind the quantity, or else from the quantity's header, or
 * else from behind the par.
 */
export function unitMeaning(cells: RowCells): UnitMeaning | undefined {
  const { columns, kind, warn } = cells;
  const behind = (field: ImportField): string => amountOf(cellOf(cells, field))?.suffix ?? '';
  const stock = kind === 'expected' ? 'expected' : 'quantity';
  const places: [ImportField, string][] = [
    ['unit', textOf(cellOf(cells, 'unit'))],
    [stock, behind(stock) || columns.get(stock)?.unit || ''],
    ['par', kind === 'items' ? behind('par') : ''],
  ];
  const [field, written] = places.find(([, text]) => text !== '') ?? [];
  if (!field || !written) return undefined;
  const meaning = unitOf(written);
  if (!meaning) throw new BadCell(field, `Неизвестная единица ${quoted(written)}. Нужны л, кг или шт`);
  if (meaning.package) warn(field, `Единица ${quoted(written)} прочитана как шт`);
  return meaning;
}

/** Returns the quantity in the item's unit; millilitres and grams are converted. */
export function quantityField(
  cells: RowCells,
  field: 'quantity' | 'expected' | 'par',
  unit: UnitMeaning | undefined,
): number | undefined {
  const cell = cellOf(cells, field);
  const amount = amountOf(cell);
  if (amount === null) return undefined;
  if (!amount) throw new BadCell(field, `Ожидается число, а здесь ${quoted(textOf(cell))}`);
  const own = amount.suffix ? unitOf(amount.suffix) : unit;
  if (amount.suffix && (!own || own.unit !== unit?.unit)) {
    throw new BadCell(field, `Количество ${quoted(textOf(cell))} не сходится с единицей ${quoted(unit?.unit ?? 'шт')}`);
  }
  return withinLimits(field, amount.value * (own?.factor ?? 1));
}

function priceField(cells: RowCells, field: 'cost' | 'cost_bottle', factor: number): number | undefined {
  const cell = cellOf(cells, field);
  const amount = amountOf(cell);
  if (amount === null) return undefined;
  if (!amount || !isMoney(amount.suffix)) throw new BadCell(field, `Ожидается цена, а здесь ${quoted(textOf(cell))}`);
  return withinLimits(field, amount.value / factor);
}

/**
 * Reads the price with the amount it refers to, which is applied once the item's unit and volume are known. A unit's
 * price takes precedence over a bottle's.
 */
export function costFields(cells: RowCells, unit: UnitMeaning | undefined): Pick<StagedRow, 'cost' | 'cost_per'> {
  const { columns } = cells;
  const column = columns.get('cost');
  const per = column && perOf(column);
  const cost = per && priceField(cells, 'cost', per === 'unit' ? (unit?.factor ?? 1) : 1);
  if (cost !== undefined) return { cost, cost_per: per };
  const bottle = columns.get('cost_bottle');
  const ofBottle = priceField(cells, 'cost_bottle', unit?.unit === 'кг' ? unit.factor : 1);
  return bottle && ofBottle !== undefined ? { cost: ofBottle, cost_per: perOfBottle(bottle) } : {};
}

export function eanField({ row, columns, warn }: RowCells): string | undefined {
  const cell = row.cells.get(columns.get('ean')?.index ?? -1);
  const text = textOf(cell);
  if (!cell || text === '') return undefined;
  const ean = cell.error ? undefined : eanOf(cell);
  if (!ean) warn('ean', `Штрихкод ${quoted(text)} неверен: строка загрузится без него`);
  return ean;
}

export function bottleFields(cells: RowCells): Partial<StagedRow> {
  const { columns } = cells;
  const fields: Partial<StagedRow> = {};
  const volume = cellOf(cells, 'volume_ml');
  const volumeColumn = columns.get('volume_ml');
  if (volume && volumeColumn) fields.volume_ml = volumeOf(volume, volumeColumn);
  for (const field of ['weight_empty_g', 'weight_full_g'] as const) {
    const cell = cellOf(cells, field);
    const column = columns.get(field);
    if (cell && column) fields[field] = weightOf(field, cell, column);
  }
  if (fields.weight_empty_g && fields.weight_full_g && fields.weight_full_g <= fields.weight_empty_g) {
    throw new BadCell('weight_full_g', 'Полная бутылка должна быть тяжелее пустой');
  }
  const density = cellOf(cells, 'density_g_per_ml');
  const amount = amountOf(density);
  if (amount === undefined)
    throw new BadCell('density_g_per_ml', `Плотность не распознана: ${quoted(textOf(density))}`);
  if (amount) fields.density_g_per_ml = withinLimits('density_g_per_ml', amount.value);
  return fields;
}
