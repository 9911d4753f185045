import type { OrderDetails } from '@ostatok/tenant-runtime/contract/orders.endpoints.ts';
import type { OrderState, OrdersFilter } from '@ostatok/tenant-runtime/contract/orders.ts';
import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../client/api.ts';

const PAGE = 50;

export const orderStates: Record<OrderState, { label: string; colour: string }> = {
  sent: { label: 'ждём', colour: 'amber' },
  delivered: { label: 'закрыт', colour: 'teal' },
  cancelled: { label: 'отменён', colour: 'gray' },
};

/** Orders by what they are filtered by, the newest first. */
export const useOrders = (filter: OrdersFilter) =>
  useInfiniteQuery({
    queryKey: ['orders', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/orders', { query: { limit: PAGE, page: pageParam, ...filter }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
  });

export const orderKey = (id: number) => ['order', id] as const;

export const useOrder = (id: number) =>
  useQuery({
    queryKey: orderKey(id),
    queryFn: async ({ signal }) => (await api.call('GET /api/orders/:id', { params: { id }, signal })).order,
  });

export const showOrder = (queries: QueryClient, order: OrderDetails): void =>
  void queries.setQueryData(orderKey(order.id), order);
