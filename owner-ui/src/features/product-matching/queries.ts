import type { UnmatchedProduct } from '@ostatok/api/contract/matching.endpoints.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import type { Choices } from './matching-state.ts';

const keyOf = (tenant: string) => ['unmatched', tenant];

/** Products in the order of the venue; further pages follow by themselves, because suggestions take time to find. */
export function useUnmatched(tenant: string) {
  const query = useInfiniteQuery({
    queryKey: keyOf(tenant),
    queryFn: async ({ pageParam, signal }) =>
      (await api.call('GET /api/catalog/unmatched', { query: { tenant, offset: pageParam }, signal })).data,
    initialPageParam: 0,
    getNextPageParam({ products, total }, pages) {
      const loaded = pages.reduce((sum, page) => sum + page.products.length, 0);
      return products.length > 0 && loaded < total ? loaded : undefined;
    },
    // the list must not change under the hands of who steps through it
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { hasNextPage, isFetchingNextPage, error, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, error, fetchNextPage]);
  return query;
}

/** Items may have moved between two pages while these were loaded. */
export function productsOf(pages: { products: UnmatchedProduct[] }[]): UnmatchedProduct[] {
  const all = pages.flatMap(({ products }) => products);
  return [...new Map(all.map((product) => [product.id, product])).values()];
}

export function useCatalogueSearch() {
  return useMutation({
    mutationFn: async (q: string) => (await api.call('GET /api/catalog/search', { query: { q } })).data.results,
    onError: (error) => notify.error(messageOf(error, 'Ошибка поиска')),
  });
}

export function useSaveMatches(tenant: string) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(choices: Choices) {
      const matches = Object.fromEntries(Object.entries(choices).map(([id, choice]) => [id, choice?.id ?? null]));
      return api.call('POST /api/catalog/matches', { body: { tenantId: tenant, matches } });
    },
    async onSuccess({ message }) {
      notify.success(message);
      await queries.resetQueries({ queryKey: keyOf(tenant) });
    },
    onError: (error) => notify.error(messageOf(error, 'Ошибка сохранения')),
  });
}

export function useUndoMatches(tenant: string, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (products: number[]) =>
      api.call('DELETE /api/catalog/matches', { body: { tenantId: tenant, products } }),
    async onSuccess({ undone }) {
      notify.success(`Снято сопоставлений: ${undone}`);
      onDone();
      await queries.resetQueries({ queryKey: keyOf(tenant) });
    },
    onError: (error) => notify.error(messageOf(error, 'Не удалось отменить')),
  });
}

export interface Proposed {
  id: string;
  ean: string;
  description: string;
  volume_ml: number | null;
}

export function usePropose(tenant: string, onDone: () => void) {
  return useMutation({
    mutationFn: (proposed: Proposed) =>
      api.call('POST /api/catalog/proposals', { body: { tenantId: tenant, ...proposed } }),
    onSuccess({ stored }) {
      notify.success(stored ? 'Предложение отправлено' : 'Каталог это уже знает');
      onDone();
    },
    onError(error) {
      if (!(error instanceof ApiError && Object.keys(error.errors).length > 0))
        notify.error(messageOf(error, 'Не удалось отправить предложение'));
    },
  });
}
