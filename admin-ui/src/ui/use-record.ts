import { useQuery } from '@tanstack/react-query';
import { dataProvider } from '../data-provider.ts';

/** One record from the server; until it is loaded, `row` from the list is used. */
export function useRecord<Row>(resource: string, id: string | number, row?: Row, enabled = true) {
  return useQuery<Row>({
    queryKey: [resource, 'getOne', String(id)],
    queryFn: async ({ signal }) => (await dataProvider.getOne(resource, { id, signal })).data,
    placeholderData: row as never,
    enabled,
  });
}
