import type { ApiClient } from '@ostatok/kit/web/api-client.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';

const PAGE = 1000;

interface ItemsPage {
  items: ShownItem[];
  /** Set when an open blind count hides quantities from this user. */
  blind?: true;
  pagination: { pages: number };
  /** The moment up to which the response is complete; the next request passes it as `changedSince`. */
  asOf: string;
}

/**
 * Reads all pages of the list: the first gives the total and can be shown, then the others are requested at once.
 * `asOf` is that of the oldest response.
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
