import type { DeliveryDetails } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

const PAGE = 50;

export const useDeliveries = () =>
  useInfiniteQuery({
    queryKey: ['deliveries'],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/deliveries', { query: { limit: PAGE, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
  });

export const deliveryKey = (id: number) => ['delivery', id] as const;

export const useDelivery = (id: number) =>
  useQuery({
    queryKey: deliveryKey(id),
    queryFn: async ({ signal }) => (await api.call('GET /api/deliveries/:id', { params: { id }, signal })).delivery,
  });

/** Shows the delivery that the server has answered with; an older answer that is still under way is dropped. */
export async function showDelivery(queries: QueryClient, delivery: DeliveryDetails): Promise<void> {
  await queries.cancelQueries({ queryKey: deliveryKey(delivery.id) });
  queries.setQueryData(deliveryKey(delivery.id), delivery);
}

export const knownDelivery = (queries: QueryClient, id: number): DeliveryDetails | undefined =>
  queries.getQueryData<DeliveryDetails>(deliveryKey(id));
