import type { AliasImportProblem } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import type { AliasImportField } from '@ostatok/api/contract/alias-imports.ts';
import { aliasFields, pack } from '@ostatok/kit/contract/alias.ts';
import { toGtin, toGtin13 } from '@ostatok/kit/names/barcode.ts';
import { amountOf, isBlank, plain, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Cell, SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import { ValidationError } from 'yup';
import type { GivenAlias } from '../catalogue/given-row.ts';
import type { Column } from './header.ts';

export type ReadRow = { row: number; alias: GivenAlias } | { row: number; problems: AliasImportProblem[] };

const MOST_KEPT = 5000;

class BadCell extends Error {}

type Measured = 'volume_ml' | 'weight_empty_g' | 'weight_full_g' | 'density_g_per_ml' | 'alcohol_percent';

const litres: Record<string, number> = { л: 1000, литр: 1000, литра: 1000, литров: 1000, l: 1000, lt: 1000, ltr: 1000 };
const volumes = { ...litres, мл: 1, ml: 1, миллилитр: 1, миллилитров: 1, сл: 10, cl: 10, дал: 10_000 };
const weights = { г: 1, гр: 1, g: 1, грамм: 1, граммов: 1, кг: 1000, kg: 1000 };
/** Factors from a unit in the file (after the number or in the column's header) to ours. */
const units: Record<Measured, Record<string, number>> = {
  volume_ml: volumes,
  weight_empty_g: weights,
  weight_full_g: weights,
  density_g_per_ml: { 'г мл': 1, 'г см3': 1, 'кг л': 1, 'g ml': 1, 'g cm3': 1, 'кг м3': 0.001, 'kg m3': 0.001 },
  alcohol_percent: { '%': 1, '% об': 1, '% vol': 1, об: 1, vol: 1, '°': 1, град: 1 },
};
const isMeasured = (field: AliasImportField): field is Measured => field in units;

/** A bare volume up to this is read as litres, a larger one as millilitres: no bottle holds more. */
const MOST_LITRES = 20;

/**
 * Files mix up «мл» and «л», so the number itself decides: under «мл» a fraction means litres, because millilitres are
 * whole.
 */
function volumeUnit(value: number, above: number | undefined): number {
  if (above === 1) return Number.isInteger(value) ? 1 : 1000;
  if (above === undefined || above === 1000) return value <= MOST_LITRES ? 1000 : 1;
  return above;
}

/** The unit in a column's header as a factor: «Объём, л» → 1000. */
function factorAbove(field: Measured, label: string): number | undefined {
  const words = plain(label).split(' ').slice(1);
  const known = units[field];
  return known[words.join(' ')] ?? known[words.slice(-2).join(' ')] ?? known[words.at(-1) ?? ''];
}

function measured(field: Measured, cell: Cell | undefined, above: number | undefined): number | undefined {
  const amount = amountOf(cell);
  if (amount === null) return undefined;
  if (!amount) throw new BadCell(`Ожидается число, а написано «${textOf(cell).slice(0, 40)}»`);
  const own = amount.suffix === '' ? undefined : units[field][amount.suffix];
  if (amount.suffix !== '' && own === undefined) throw new BadCell(`Единица «${amount.suffix}» неизвестна`);
  const bare = field === 'volume_ml' ? volumeUnit(amount.value, above) : (above ?? 1);
  const value = amount.value * (own ?? bare);
  return field === 'volume_ml' ? Math.round(value) : Number(value.toFixed(4));
}

const SHORTENED = /^(\d)(?:[.,](\d+))?[eе]\+?(\d{1,2})$/i;

/** Reads a barcode, also that of a case. Number cells lose leading zeros, which are restored if the check digit then matches. */
function codeOf(cell: Cell | undefined): string | undefined {
  const text = textOf(cell).replace(/[\s-]/g, '');
  if (text === '') return undefined;
  const [, first, rest = '', exponent] = SHORTENED.exec(text) ?? [];
  if (first && rest.length !== Number(exponent))
    throw new BadCell(
      `Excel сократил код до ${text}: цифры потеряны. Сделайте столбец текстовым и загрузите файл снова`,
    );
  const digits = first ? first + rest : text.replace(/[.,]0+$/, '');
  const padded = digits.padStart(digits.length <= 8 ? 8 : 13, '0');
  const code = toGtin(digits) ?? (/^\d{7,12}$/.test(digits) ? toGtin13(padded) : undefined);
  if (!code) throw new BadCell(`Штрихкод «${text.slice(0, 40)}» неверен: нужны 8, 12 или 13 цифр с верной контрольной`);
  return code;
}

const fields = { ...aliasFields, pack: pack() };

/** «12», «12 шт» */
const packOf = (cell: Cell | undefined): string | number | undefined =>
  amountOf(cell)?.value ?? (textOf(cell) || undefined);

const GTIN13 = 13;
const NO_PRODUCT = 'Код из 14 цифр бывает только у ящика: назовите основной код товара';

interface ReadColumn extends Column {
  field: AliasImportField;
  above: number | undefined;
  /** Values that were checked: a long list repeats its brands and categories. */
  good: Set<string | number>;
}

function valueIn({ field, above, good }: ReadColumn, cell: Cell | undefined): string | number | undefined {
  if (cell?.error) throw new BadCell(`В ячейке ошибка Excel ${textOf(cell)}`);
  if (field === 'ean' || field === 'product_ean') return codeOf(cell);
  const text = (): string | number | undefined => (field === 'pack' ? packOf(cell) : textOf(cell) || undefined);
  const value = isMeasured(field) ? measured(field, cell, above) : text();
  if (value === undefined || good.has(value)) return value;
  try {
    fields[field].validateSync(value);
  } catch (error) {
    throw error instanceof ValidationError ? new BadCell(error.message) : error;
  }
  if (good.size >= MOST_KEPT) good.clear();
  good.add(value);
  return value;
}

const TOTAL = /^(итого|всего|итог|total)(?=$|[\s:.,])/i;
/** Any text that may be one of totals, before it is cleaned. */
const MAYBE_TOTAL = /итог|всего|total/i;
const isTotal = (cell: Cell): boolean =>
  typeof cell.value === 'string' && MAYBE_TOTAL.test(cell.value) && TOTAL.test(textOf(cell));

/** Whether the cell may hold a code, so that a word of totals in the row is but a note. */
const isCode = (cell: Cell | undefined): boolean => Boolean(cell) && /\d{4}/.test(textOf(cell));

/** Creates a reader of the rows under a header. It returns undefined for a blank row and a row of totals. */
export function createRowReader(columns: Column[]): (row: SheetRow) => ReadRow | undefined {
  const read = columns.flatMap(({ field, ...column }): ReadColumn[] =>
    field
      ? [{ ...column, field, above: isMeasured(field) ? factorAbove(field, column.name) : undefined, good: new Set() }]
      : [],
  );

  const code = read.find(({ field }) => field === 'ean');

  return ({ number, cells }) => {
    const all = cells.values();
    if (all.every(isBlank)) return undefined;
    if (all.some(isTotal) && !isCode(code && cells.get(code.index))) return undefined;
    const alias: Partial<GivenAlias> = {};
    const problems: AliasImportProblem[] = [];
    for (const column of read) {
      const { field, index } = column;
      try {
        const value = valueIn(column, cells.get(index));
        if (value !== undefined) Object.assign(alias, { [field]: value });
        else if (field === 'ean') throw new BadCell('Нет штрихкода');
      } catch (error) {
        if (!(error instanceof BadCell)) throw error;
        problems.push({ row: number, column: column.column, message: error.message });
      }
    }
    if (code && alias.ean && alias.ean.length > GTIN13 && !alias.product_ean)
      problems.push({ row: number, column: code.column, message: NO_PRODUCT });
    return problems.length > 0 ? { row: number, problems } : { row: number, alias: alias as GivenAlias };
  };
}
