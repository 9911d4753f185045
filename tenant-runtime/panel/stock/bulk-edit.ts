import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { BulkItems } from '@ostatok/tenant-runtime/contract/items.ts';

export type BulkSet = NonNullable<BulkItems['set']>;
export type BulkField = keyof BulkSet;

/** Undoing sends one request for each former value; more than this would take too long. */
export const MOST_REQUESTS = 50;

/** What a field has changed beside itself: a new category the report group, a new unit what is kept in it. */
const together: Partial<Record<BulkField, BulkField[]>> = {
  category: ['category', 'group'],
  unit: ['unit', 'cost', 'par', 'expected'],
};

const restoredWith = (field: BulkField): BulkField[] => together[field] ?? [field];

/** The requests that restore every item's former value; items with the same value share one request. */
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

/** The items' present values in a field: the one value they share, or the number of different ones. */
export function sharedValue(
  items: readonly ShownItem[],
  field: BulkField,
): { same: true; value: ShownItem[BulkField] } | { same: false; values: number } {
  const values = new Set(items.map((item) => item[field]));
  const [value = null] = values;
  return values.size <= 1 ? { same: true, value } : { same: false, values: values.size };
}
