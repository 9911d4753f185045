import { useQuery } from '@tanstack/react-query';
import { dataProvider } from '../data-provider.ts';

/** One record as the server has it; `row`, which its list already shows, until then. */
export function useRecord<Row>(resource: string, id: string | number, row?: Row, enabled = true) {
  return useQuery<Row>({
    queryKey: [resource, 'getOne', String(id)],
    queryFn: async ({ signal }) => (await dataProvider.getOne(resource, { id, signal })).data,
    placeholderData: row as never,
    enabled,
  });
}
