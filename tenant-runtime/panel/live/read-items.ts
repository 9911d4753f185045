import type { ApiClient } from '@ostatok/kit/web/api-client.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';

const PAGE = 1000;

/**
 * Reads all pages of the list: the first gives the total and can be shown, then the others are requested at once.
 * `asOf` is that of the oldest response.
 */
export async function readItems(
  api: Pick<ApiClient<VenueEndpoints>, 'call'>,
  changedSince: string | null,
  onFirst: (items: ShownItem[]) => void,
): Promise<{ items: ShownItem[]; asOf: string; blind: boolean }> {
  const page = (number: number) =>
    api.call('GET /api/items', { query: { limit: PAGE, page: number, changedSince: changedSince ?? undefined } });
  const first = await page(1);
  onFirst(first.items);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, first.pagination.pages - 1) }, (_, index) => page(index + 2)),
  );
  const pages = [first, ...others];
  return {
    items: pages.flatMap(({ items }) => items),
    asOf: first.asOf ?? '',
    blind: pages.some(({ blind }) => blind === true),
  };
}
