import type { ItemRow } from '../tables.ts';

type Row = Pick<ItemRow, 'ean' | 'codes' | 'alias_ean' | 'alias_names'>;

/**
 * Returns what owners call the product that the item is, by those barcodes of one bottle and that match which the item
 * still has; undefined if nothing.
 */
export function aliasNamesOf({ ean, codes, alias_ean, alias_names }: Row): string[] | undefined {
  if (!alias_names) return undefined;
  const singles = codes.flatMap((code) => (code.pack === 1 ? code.ean : []));
  const names = [ean, ...singles, alias_ean].flatMap((code) => (code && alias_names[code]) || []);
  return names.length > 0 ? [...new Set(names)] : undefined;
}
