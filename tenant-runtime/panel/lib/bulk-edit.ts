import type { BulkItems, ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';

export type BulkSet = NonNullable<BulkItems['set']>;
export type BulkField = keyof BulkSet;

/** Undoing sends one request for each former value; more would take longer than anybody waits. */
export const MOST_REQUESTS = 50;

/** A new category may have brought another group of reports with it. */
const restoredWith = (field: BulkField): BulkField[] => (field === 'category' ? ['category', 'group'] : [field]);

/** The requests that give every item its former value back: those that had the same go together. */
export function undoOf(items: readonly ShownItem[], field: BulkField): BulkItems[] {
  const groups = new Map<string, BulkItems>();
  for (const item of items) {
    const set = Object.fromEntries(restoredWith(field).map((name) => [name, item[name]])) as BulkSet;
    const key = JSON.stringify(set);
    const group = groups.get(key);
    if (group) group.itemIds.push(item.id);
    else groups.set(key, { itemIds: [item.id], set, delete: undefined });
  }
  return [...groups.values()];
}

/** What the items hold now in a field: the one value they share, or how many different ones. */
export function sharedValue(
  items: readonly ShownItem[],
  field: BulkField,
): { same: true; value: ShownItem[BulkField] } | { same: false; values: number } {
  const values = new Set(items.map((item) => item[field]));
  const [value = null] = values;
  return values.size <= 1 ? { same: true, value } : { same: false, values: values.size };
}
