import type { Knex } from '@ostatok/kit/node/db.ts';
import type { PairCount } from './pairs.ts';

/** Only under the lock of writers, in the transaction of the change. */
export async function addCounts(trx: Knex.Transaction, counts: PairCount[]): Promise<void> {
  if (counts.length === 0) return;
  await trx.raw(
    `insert into alias_counts as c (of, total, weighed) select * from unnest(?::text[], ?::bigint[], ?::bigint[])
         on conflict (of) do update set total = c.total + excluded.total, weighed = c.weighed + excluded.weighed`,
    [counts.map(({ of }) => of), counts.map(({ total }) => total), counts.map(({ weighed }) => weighed)],
  );
}
