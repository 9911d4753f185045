import type { ApiClient } from '@ostatok/kit/web/api-client.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';

const PAGE = 1000;

interface ItemsPage {
  items: ShownItem[];
  /** Something is hidden from the one who asks: a blind count is open. */
  blind?: true;
  pagination: { pages: number };
  /** Up to which moment the answer is complete: what to ask `changedSince` next time. */
  asOf: string;
}

/**
 * The list's first page says how many there are and can be shown; the others then come at once. `asOf` is the oldest
 * answer's.
 */
export async function readItems(
  api: Pick<ApiClient, 'get'>,
  changedSince: string | null,
  onFirst: (items: ShownItem[]) => void,
): Promise<{ items: ShownItem[]; asOf: string; blind: boolean }> {
  const since = changedSince ? `&changedSince=${encodeURIComponent(changedSince)}` : '';
  const page = (number: number): Promise<ItemsPage> => api.get(`/items?limit=${PAGE}&page=${number}${since}`);
  const first = await page(1);
  onFirst(first.items);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, first.pagination.pages - 1) }, (_, index) => page(index + 2)),
  );
  const pages = [first, ...others];
  return {
    items: pages.flatMap(({ items }) => items),
    asOf: first.asOf,
    blind: pages.some(({ blind }) => blind === true),
  };
}
