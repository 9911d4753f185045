import { type AliasImportField, aliasFieldLabels } from '@ostatok/api/contract/alias-imports.ts';
import type { AliasRevision } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { orNone } from '../output/format.ts';

/** `Вес пустой, г: 510 → 512` for each field that changed. */
export function changesOf({ before, after }: Pick<AliasRevision, 'before' | 'after'>): string {
  if (!before || !after) return (after ?? before)?.description ?? '';
  const changed = (Object.keys(aliasFieldLabels) as AliasImportField[]).filter((name) => before[name] !== after[name]);
  return changed
    .map((name) => `${aliasFieldLabels[name]}: ${orNone(before[name])} → ${orNone(after[name])}`)
    .join('; ');
}
