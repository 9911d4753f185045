import type {
  AliasImportPreview,
  AliasImportProblem,
  AliasImportSample,
} from '@ostatok/api/contract/alias-imports.endpoints.ts';
import { type AliasImportField, aliasImportFields } from '@ostatok/api/contract/alias-imports.ts';
import type { Foreseen, RefusedAliases } from '../catalogue/imports.service.ts';
import type { ReadFile } from './file-reader.ts';

/** What a code is that nobody has said more of. */
const NEW: { [Field in AliasImportField]?: number } = { pack: 1 };

function sampleOf({ row, before, after }: Foreseen['sample'][number]): AliasImportSample {
  const changes = aliasImportFields
    .filter((field) => field !== 'ean' && (before?.[field] ?? NEW[field] ?? null) !== (after[field] || null))
    .map((field) => ({ field, before: before?.[field] ?? null, after: after[field] }));
  const action = !before ? 'create' : changes.length > 0 ? 'update' : 'unchanged';
  return { row, ean: after.ean, name: after.description, action, changes };
}

/** Sums up what a file would change in the current catalogue; `errors` are the first ones. */
export function previewOf(
  read: ReadFile,
  { counts: { skipped, ...counts }, sample, further, later }: Foreseen,
  errors: AliasImportProblem[],
): AliasImportPreview {
  const { columns, total, invalid } = read;
  return {
    columns,
    total,
    ...counts,
    invalid: invalid + skipped,
    further,
    errors,
    sample: sample.map(sampleOf),
    later,
  };
}

/** Yields the refused rows as problems of the file's columns. */
export async function* problemsOf(
  refused: RefusedAliases,
  columns: ReadFile['columns'],
): AsyncGenerator<AliasImportProblem[]> {
  const letters = new Map(columns.map(({ field, column }) => [field, column]));
  for await (const rows of refused)
    yield rows.map(({ row, field, message }) => ({ row, column: letters.get(field) ?? '', message }));
}
