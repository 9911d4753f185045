import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { DiscrepanciesQuery } from '../../contract/reports.ts';
import type { ItemRow } from '../tables.ts';

function compared(db: Db, { group, deviation }: DiscrepanciesQuery): Knex.QueryBuilder {
  const query = db('items').whereNull('deleted_at').whereNotNull('expected');
  if (group !== 'all') query.where({ group });
  if (deviation === 'zero') query.whereRaw('quantity = expected');
  else if (deviation !== 'all') query.whereRaw('abs(quantity - expected) >= ?::numeric', [deviation]);
  return query;
}

export type ComparedRow = Pick<ItemRow, 'id' | 'name' | 'category' | 'group' | 'unit' | 'quantity' | 'cost'> & {
  expected: string;
  difference: string;
};

/** The largest difference first. */
export const selectDiscrepancies = (db: Db, query: DiscrepanciesQuery): Promise<ComparedRow[]> =>
  compared(db, query)
    .select('id', 'name', 'category', 'group', 'unit', 'quantity', 'expected', 'cost')
    .select(db.raw('quantity - expected as difference'))
    .orderByRaw('abs(quantity - expected) desc, search_name, id') as unknown as Promise<ComparedRow[]>;

/** Items of the group whose expected quantity nobody has told. */
export async function countUnknown(db: Db, { group }: DiscrepanciesQuery): Promise<number> {
  const query = db('items').whereNull('deleted_at').whereNull('expected');
  if (group !== 'all') query.where({ group });
  const [counted] = await query.count<{ count: number }[]>('* as count');
  return Number(counted?.count ?? 0);
}
