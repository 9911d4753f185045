import type { ImportPreview, ImportProblem, ImportRow, SimilarItem } from '../../contract/imports.endpoints.ts';
import type { ImportField, ImportKind } from '../../contract/imports.ts';
import { MAX_PROBLEMS, type ReadResult } from './messages.ts';
import type { PreviewedRecord, StagedRecord } from './preview.queries.ts';
import type { SimilarRecord } from './similar.queries.ts';
import { type ConvertingRow, conversionOf } from './unit-conversion.ts';

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

/** «Похоже на «Джемесон 0,7 л». Это она?» */
function similarQuestion(similar: SimilarRecord[]): string {
  const names = similar.map(({ name }) => `«${name}»`).join(' или ');
  return `Похоже на ${names}. Это ${similar.length > 1 ? 'одна из них' : 'она'}?`;
}

/** «Пересчитаем: цена 700,00 ₽ за шт — станет 1 000,00 ₽ за л»: what a row's unit does to what the file is silent about. */
const planOf = (row: ConvertingRow, now: PreviewedRecord['now']): string | undefined =>
  now?.unit ? conversionOf(row, { ...now, unit: now.unit })?.plan : undefined;

function similarItem(found: SimilarRecord, kind: ImportKind): SimilarItem {
  const { id, name, confidence, reasons, sure, action, message, doubt } = found;
  const isWritten = kind === 'items' && action === 'update';
  const asked = [doubt, isWritten && planOf(found, found.now)].filter(Boolean).join(' ');
  return {
    ...{ id, name, confidence, reasons, sure },
    ...(asked !== '' && { doubt: asked }),
    ...(action === 'error' && message !== null && { refused: message }),
  };
}

/** «Джин»: было в «шт», станет в «л». Пересчитаем: …» */
function convertedText(staged: PreviewedRecord, kind: ImportKind): string | undefined {
  const { now } = staged;
  const plan = kind === 'items' && staged.action === 'update' ? planOf(staged, now) : undefined;
  return plan && `«${now?.name}»: было в «${now?.unit}», станет в «${staged.unit}». ${plan}`;
}

export function previewRow(
  staged: PreviewedRecord,
  kind: ImportKind,
  similar: SimilarRecord[] = [],
): ImportPreview['rows'][number] {
  const fields: Fields = { ...staged, name: staged.called ?? staged.name };
  const action = staged.action === 'error' ? 'update' : staged.action;
  const converted = convertedText(staged, kind);
  const doubt = [...(similar.length > 0 ? [similarQuestion(similar)] : []), staged.doubt ?? []].flat().join(' ');
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
    action,
    ...(staged.action === 'update' && { before }),
    ...(converted !== undefined && { converted }),
    ...(doubt !== '' && { doubt }),
    ...(similar.length > 0 && { similar: similar.map((one) => similarItem(one, kind)) }),
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
