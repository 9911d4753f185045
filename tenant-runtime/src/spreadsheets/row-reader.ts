import { amountOf, isBlank, plain, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Cell, SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import type { ImportField, ImportKind, ImportProblem, ImportRow } from '../../contract/imports.ts';
import { MAX_QUANTITY, type Unit } from '../../contract/items.ts';
import { searchName } from '../items/search-name.ts';
import { eanOf, groupNamed, isMoney, type UnitMeaning, unitOf } from './cell-values.ts';
import { createGroupPath } from './group-path.ts';
import type { Column, Header } from './header.ts';
import { MAX_PROBLEMS } from './messages.ts';
import { type PricePer, perOf, perOfBottle } from './price-header.ts';

/** The contents of a file's row; `cost` is in roubles, as it is written. */
export interface StagedRow extends ImportRow {
  search_name: string;
  cost_per?: PricePer;
}

const TOTAL = /^(итого|всего|итог|total)(?=$|[\s:.,])/i;
const MAX_COST = 10_000_000;
const SHOWN_GROUPS = 5;

class BadCell extends Error {
  readonly field: ImportField;
  constructor(field: ImportField, message: string) {
    super(message);
    this.field = field;
  }
}

const quoted = (text: string): string => `«${text.length > 60 ? `${text.slice(0, 60)}…` : text}»`;
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

/** Reads the rows below a header one after another; groups above a row become its category. */
export function createRowReader(header: Header, kind: ImportKind) {
  const columns = new Map(header.columns.map((column) => [column.field, column]));
  const nameHeader = plain(columns.get('name')?.header ?? '');
  const path = createGroupPath();
  const groupsFromRows = columns.size > 1 && !columns.has('category');
  const problems = { count: 0, first: [] as ImportProblem[] };
  const groups = { count: 0, first: [] as string[] };

  const letter = (field: ImportField): string => columns.get(field)?.letter ?? '';
  const report = (problem: ImportProblem): void => {
    problems.count += 1;
    if (problems.first.length < MAX_PROBLEMS) problems.first.push(problem);
  };
  const warn = (row: number, field: ImportField, message: string): void =>
    report({ row, column: letter(field), message, warning: true });

  function cellOf(row: SheetRow, field: ImportField): Cell | undefined {
    const column = columns.get(field);
    const cell = column && row.cells.get(column.index);
    if (cell?.error) throw new BadCell(field, `В ячейке ошибка ${textOf(cell)}`);
    return cell;
  }

  function textField(row: SheetRow, field: ImportField, max: number, what: string): string | undefined {
    const text = textOf(cellOf(row, field));
    if (text.length > max) throw new BadCell(field, `${what} длиннее ${max} знаков`);
    return text === '' ? undefined : text;
  }

  /**
   * Returns the row's unit: from its own column, or else from behind the quantity, or else from the quantity's header.
   */
  function unitMeaning(row: SheetRow): UnitMeaning | undefined {
    const text = textOf(cellOf(row, 'unit'));
    const field = kind === 'expected' ? 'expected' : 'quantity';
    const amount = amountOf(cellOf(row, field));
    const written = text || amount?.suffix || columns.get(field)?.unit || '';
    if (written === '') return undefined;
    const meaning = unitOf(written);
    if (!meaning)
      throw new BadCell(text ? 'unit' : field, `Неизвестная единица ${quoted(written)}. Нужны л, кг или шт`);
    if (meaning.package) warn(row.number, text ? 'unit' : field, `Единица ${quoted(written)} прочитана как шт`);
    return meaning;
  }

  /** Returns the quantity in the item's unit; millilitres and grams are converted. */
  function quantityField(
    row: SheetRow,
    field: 'quantity' | 'expected' | 'par',
    unit: UnitMeaning | undefined,
  ): number | undefined {
    const cell = cellOf(row, field);
    const amount = amountOf(cell);
    if (amount === null) return undefined;
    if (!amount) throw new BadCell(field, `Ожидается число, а здесь ${quoted(textOf(cell))}`);
    const own = amount.suffix ? unitOf(amount.suffix) : unit;
    if (amount.suffix && own?.unit !== unit?.unit) {
      throw new BadCell(
        field,
        `Количество ${quoted(textOf(cell))} не сходится с единицей ${quoted(unit?.unit ?? 'шт')}`,
      );
    }
    return withinLimits(field, amount.value * (own?.factor ?? 1));
  }

  function priceField(row: SheetRow, field: 'cost' | 'cost_bottle', factor: number): number | undefined {
    const cell = cellOf(row, field);
    const amount = amountOf(cell);
    if (amount === null) return undefined;
    if (!amount || !isMoney(amount.suffix)) throw new BadCell(field, `Ожидается цена, а здесь ${quoted(textOf(cell))}`);
    return withinLimits(field, amount.value / factor);
  }

  /**
   * Reads the price with the amount it refers to, which is applied once the item's unit and volume are known. A unit's
   * price takes precedence over a bottle's.
   */
  function costFields(row: SheetRow, unit: UnitMeaning | undefined): Pick<StagedRow, 'cost' | 'cost_per'> {
    const column = columns.get('cost');
    const per = column && perOf(column);
    const cost = per && priceField(row, 'cost', per === 'unit' ? (unit?.factor ?? 1) : 1);
    if (cost !== undefined) return { cost, cost_per: per };
    const bottle = columns.get('cost_bottle');
    const ofBottle = priceField(row, 'cost_bottle', unit?.unit === 'кг' ? unit.factor : 1);
    return bottle && ofBottle !== undefined ? { cost: ofBottle, cost_per: perOfBottle(bottle) } : {};
  }

  function eanField(row: SheetRow): string | undefined {
    const cell = row.cells.get(columns.get('ean')?.index ?? -1);
    const text = textOf(cell);
    if (!cell || text === '') return undefined;
    const ean = cell.error ? undefined : eanOf(cell);
    if (!ean) warn(row.number, 'ean', `Штрихкод ${quoted(text)} неверен: строка загрузится без него`);
    return ean;
  }

  function bottleFields(row: SheetRow): Partial<StagedRow> {
    const fields: Partial<StagedRow> = {};
    const volume = cellOf(row, 'volume_ml');
    const volumeColumn = columns.get('volume_ml');
    if (volume && volumeColumn) fields.volume_ml = volumeOf(volume, volumeColumn);
    for (const field of ['weight_empty_g', 'weight_full_g'] as const) {
      const cell = cellOf(row, field);
      const column = columns.get(field);
      if (cell && column) fields[field] = weightOf(field, cell, column);
    }
    if (fields.weight_empty_g && fields.weight_full_g && fields.weight_full_g <= fields.weight_empty_g) {
      throw new BadCell('weight_full_g', 'Полная бутылка должна быть тяжелее пустой');
    }
    const density = cellOf(row, 'density_g_per_ml');
    const amount = amountOf(density);
    if (amount === undefined)
      throw new BadCell('density_g_per_ml', `Плотность не распознана: ${quoted(textOf(density))}`);
    if (amount) fields.density_g_per_ml = withinLimits('density_g_per_ml', amount.value);
    return fields;
  }

  function itemRow(row: SheetRow, name: string): StagedRow {
    const unit = unitMeaning(row);
    const category = textField(row, 'category', 100, 'Категория') ?? (groupsFromRows ? path.category() : '');
    const groupText = textOf(cellOf(row, 'group'));
    const group = groupText ? groupNamed(groupText) : undefined;
    return {
      row: row.number,
      name,
      search_name: searchName(name),
      article: textField(row, 'article', 60, 'Артикул'),
      ean: eanField(row),
      category: category || undefined,
      group,
      unit: unit?.unit as Unit | undefined,
      quantity: kind === 'items' ? quantityField(row, 'quantity', unit) : undefined,
      expected: quantityField(row, 'expected', unit),
      ...(kind === 'items'
        ? { par: quantityField(row, 'par', unit), ...costFields(row, unit), ...bottleFields(row) }
        : {}),
    };
  }

  function enterGroup(row: SheetRow, name: string): void {
    const cell = row.cells.get(columns.get('name')?.index ?? -1);
    const indent = /^[\s_]*/.exec(typeof cell?.value === 'string' ? cell.value : '')?.[0] ?? '';
    path.enter({ name, outline: row.outline, look: `${cell?.style ?? ''}|${indent}` });
    groups.count += 1;
    if (groups.first.length < SHOWN_GROUPS) groups.first.push(`${quoted(name)} (строка ${row.number})`);
  }

  /** Detects repeated headers of a printed list, and the row that numbers the columns below a header. */
  function isHeaderAgain(row: SheetRow, name: string): boolean {
    const cells = row.cells.values();
    if (cells.every(({ value }) => typeof value === 'string') && plain(name) === nameHeader) return true;
    if (name.length > 2 || !/^\d{1,2}$/.test(name)) return false;
    const texts = cells.map(textOf);
    return texts.length > 2 && texts.every((text, at) => text === String(Number(texts[0]) + at));
  }

  function read(row: SheetRow): StagedRow | undefined {
    const filled = header.columns.filter(({ index }) => !isBlank(row.cells.get(index)));
    if (filled.length === 0) return undefined;
    const identified = filled.some(({ field }) => field === 'unit' || field === 'article' || field === 'ean');
    if (!identified && row.cells.values().some((cell) => TOTAL.test(textOf(cell)))) return undefined;
    const name = textField(row, 'name', 200, 'Название');
    if (!name) throw new BadCell('name', 'Нет названия');
    if (isHeaderAgain(row, name)) return undefined;
    if (groupsFromRows && filled.length === 1) {
      enterGroup(row, name);
      return undefined;
    }
    return itemRow(row, name);
  }

  return {
    /** Returns an item, or undefined if the row is a group, a total, blank or wrong; errors go to `problems`. */
    read(row: SheetRow): StagedRow | undefined {
      try {
        return read(row);
      } catch (error) {
        if (!(error instanceof BadCell)) throw error;
        report({ row: row.number, column: letter(error.field), message: error.message });
        return undefined;
      }
    },
    problems,
    groups,
  };
}
