import { useQuery } from '@tanstack/react-query';
import { dataProvider } from '../data-provider.ts';

/** The query of one record, which every page of it shares. */
export const recordQuery = <Row>(resource: string, id: string | number) => ({
  queryKey: [resource, 'getOne', String(id)],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Row> =>
    (await dataProvider.getOne(resource, { id, signal })).data as Row,
});

/** One record from the server; until it is loaded, `row` from the list is used. */
export function useRecord<Row>(resource: string, id: string | number, row?: Row, enabled = true) {
  return useQuery<Row>({ ...recordQuery<Row>(resource, id), placeholderData: row as never, enabled });
}
