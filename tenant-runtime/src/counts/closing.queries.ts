import type { Db, Knex } from '@ostatok/kit/node/db.ts';

/** All items of the count, in the order in which every writer locks them. */
export const lockLineItems = async (trx: Knex.Transaction, countId: number): Promise<void> =>
  void (await trx.raw(
    `select 1 from items where id in (select item_id from count_lines where count_id = ?) order by id for update`,
    [countId],
  ));

/** The adjustments of the count's closing that stand, of items that are still there. */
export async function selectAdjustments(
  trx: Knex.Transaction,
  countId: number,
): Promise<{ id: string; item_id: number; delta: string }[]> {
  const { rows } = await trx.raw(
    `select c.id, c.item_id, c.delta from changes c join items i on i.id = c.item_id and i.deleted_at is null
      where c.count_id = ? and c.undoes is null and not exists (select from changes r where r.undoes = c.id)
      order by c.seq`,
    [countId],
  );
  return rows;
}

/** A count closed later that has counted any of the same items and so stands on this one's adjustments. */
export async function findLaterCount(
  db: Db,
  countId: number,
  closedAt: Date,
): Promise<{ title: string; name: string } | undefined> {
  const { rows } = await db.raw<{ rows: { title: string; name: string }[] }>(
    `select c.title, own.name from counts c
       join count_lines l on l.count_id = c.id and l.counted is not null
       join count_lines own on own.count_id = :countId and own.item_id = l.item_id and own.counted is not null
      where c.status = 'closed' and not c.spot and c.id <> :countId and c.closed_at >= :closedAt
      order by c.closed_at desc limit 1`,
    { countId, closedAt },
  );
  return rows[0];
}
