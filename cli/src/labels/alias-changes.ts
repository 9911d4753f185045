import { aliasFieldLabels } from '@ostatok/api/contract/alias-imports.ts';
import type { AliasFields, AliasRevision } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { orNone } from '../output/format.ts';

/** `Вес пустой, г: 510 → 512` for each field that changed. */
export function changesOf({ before, after }: Pick<AliasRevision, 'before' | 'after'>): string {
  if (!before || !after) return (after ?? before)?.description ?? '';
  const changed = (Object.keys(aliasFieldLabels) as (keyof AliasFields)[]).filter(
    (name) => before[name] !== after[name],
  );
  return changed
    .map((name) => `${aliasFieldLabels[name]}: ${orNone(before[name])} → ${orNone(after[name])}`)
    .join('; ');
}
