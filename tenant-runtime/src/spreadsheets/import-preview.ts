import type { ImportPreview, ImportProblem, ImportRow } from '../../contract/imports.endpoints.ts';
import type { ImportField, ImportKind } from '../../contract/imports.ts';
import { MAX_PROBLEMS, type ReadResult } from './messages.ts';
import type { PreviewedRecord, StagedRecord } from './spreadsheets.queries.ts';

type Fields = Partial<Record<ImportField, unknown>>;
const inTheirOwnType = new Set<ImportField>(['name', 'article', 'ean', 'category', 'group', 'unit']);
const updatable: ImportField[] = [
  'name',
  'article',
  'ean',
  'category',
  'group',
  'unit',
  'expected',
  'par',
  'cost',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
  'density_g_per_ml',
];

/**
 * Converts a value to its form in the contract: numbers as numbers, kopecks as roubles; undefined where it has none.
 */
function shown(fields: Fields, field: ImportField): string | number | undefined {
  const value = fields[field];
  if (value === null || value === undefined) return undefined;
  if (inTheirOwnType.has(field)) return String(value);
  return field === 'cost' ? Number(value) / 100 : Number(value);
}

export function previewRow(staged: PreviewedRecord, kind: ImportKind): ImportPreview['rows'][number] {
  const fields = staged as Fields;
  const values: Record<string, string | number> = {};
  const before: Record<string, string | number | null> = {};
  for (const field of [...updatable, 'quantity' as const]) {
    const value = shown(fields, field);
    if (value === undefined) continue;
    values[field] = value;
    const was = staged.now ? shown(staged.now, field) : undefined;
    const overwritten = kind === 'items' ? field !== 'quantity' : field === 'expected';
    if (staged.action === 'update' && overwritten && was !== value) before[field] = was ?? null;
  }
  return {
    ...(values as Omit<ImportRow, 'row'>),
    row: staged.row,
    action: staged.action,
    ...(staged.action === 'update' && { before }),
    ...(staged.doubt !== null && { doubt: staged.doubt }),
  };
}

/** Returns the problems of the file's cells and the conflicts with the tenant's items, by row. */
export function allProblems(read: ReadResult, staged: StagedRecord[], stagedCount: number) {
  const letters = new Map(read.columns.map(({ field, column }) => [field as string, column]));
  const errors: ImportProblem[] = [
    ...read.problems.first,
    ...staged.map(({ row, field, message, action }) => ({
      row,
      column: letters.get(field ?? '') ?? (field === 'cost' ? letters.get('cost_bottle') : undefined) ?? '',
      message: message ?? 'Строку нельзя загрузить',
      ...(action === 'error' ? {} : { warning: true as const }),
    })),
  ];
  errors.sort((a, b) => a.row - b.row);
  return { errors: errors.slice(0, MAX_PROBLEMS), problems: read.problems.count + stagedCount };
}
