import { isBlank, plain, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import type { ImportProblem } from '../../contract/imports.endpoints.ts';
import type { ImportField, ImportKind } from '../../contract/imports.ts';
import type { Unit } from '../../contract/items.ts';
import { volumeInName } from '../items/volume-in-name.ts';
import { searchName } from '../search-name.ts';
import { groupNamed } from './cell-values.ts';
import { createGroupPath } from './group-path.ts';
import type { Header } from './header.ts';
import { MAX_PROBLEMS } from './messages.ts';
import {
  BadCell,
  bottleFields,
  cellOf,
  costFields,
  eanField,
  quantityField,
  quoted,
  type RowCells,
  type StagedRow,
  textField,
  unitMeaning,
} from './row-fields.ts';

const TOTAL = /^(итого|всего|итог|total)(?=$|[\s:.,])/i;
const SHOWN_GROUPS = 5;

/** Reads the rows below a header one after another; groups above a row become its category. */
export function createRowReader(header: Header, kind: ImportKind) {
  const columns = new Map(header.columns.map((column) => [column.field, column]));
  const nameHeader = plain(columns.get('name')?.header ?? '');
  const path = createGroupPath();
  const groupsFromRows = columns.size > 1 && !columns.has('category');
  const problems = { count: 0, first: [] as ImportProblem[] };
  const groups = { count: 0, first: [] as string[] };
  let readsVolumes = false;

  const letter = (field: ImportField): string => columns.get(field)?.letter ?? '';
  const report = (problem: ImportProblem): void => {
    problems.count += 1;
    if (problems.first.length < MAX_PROBLEMS) problems.first.push(problem);
  };
  const cellsOf = (row: SheetRow): RowCells => ({
    row,
    columns,
    kind,
    warn: (field, message) => report({ row: row.number, column: letter(field), message, warning: true }),
  });

  function itemRow(cells: RowCells, name: string): StagedRow {
    const unit = unitMeaning(cells);
    const category = textField(cells, 'category', 100, 'Категория') ?? (groupsFromRows ? path.category() : '');
    const groupText = textOf(cellOf(cells, 'group'));
    const group = groupText ? groupNamed(groupText) : undefined;
    const inName = kind === 'items' && unit?.unit !== 'кг' ? volumeInName(name) : undefined;
    readsVolumes ||= inName !== undefined && !columns.has('volume_ml');
    return {
      row: cells.row.number,
      name,
      search_name: searchName(name),
      article: textField(cells, 'article', 60, 'Артикул'),
      ean: eanField(cells),
      category: category || undefined,
      group,
      unit: unit?.unit as Unit | undefined,
      quantity: kind === 'items' ? quantityField(cells, 'quantity', unit) : undefined,
      expected: quantityField(cells, 'expected', unit),
      ...(kind === 'items'
        ? {
            par: quantityField(cells, 'par', unit),
            ...costFields(cells, unit),
            ...bottleFields(cells),
            volume_in_name: inName,
          }
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

  /** The word may also begin a note behind the name of an item. */
  function isTotal({ cells }: SheetRow): boolean {
    const nameAt = columns.get('name')?.index ?? -1;
    const last = isBlank(cells.get(nameAt)) ? cells.width - 1 : nameAt;
    for (let index = 0; index <= last; index += 1) if (TOTAL.test(textOf(cells.get(index)))) return true;
    return false;
  }

  function read(row: SheetRow): StagedRow | undefined {
    const filled = header.columns.filter(({ index }) => !isBlank(row.cells.get(index)));
    if (filled.length === 0) return undefined;
    const identified = filled.some(({ field }) => field === 'unit' || field === 'article' || field === 'ean');
    if (!identified && isTotal(row)) return undefined;
    const cells = cellsOf(row);
    const name = textField(cells, 'name', 200, 'Название');
    if (!name) throw new BadCell('name', 'Нет названия');
    if (isHeaderAgain(row, name)) return undefined;
    if (groupsFromRows && filled.length === 1) {
      enterGroup(row, name);
      return undefined;
    }
    return itemRow(cells, name);
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
    /** Whether names have said how much a bottle holds, in place of a column. */
    readsVolumes: () => readsVolumes,
  };
}
