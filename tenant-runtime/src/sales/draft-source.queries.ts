import type { Knex } from '@ostatok/kit/node/db.ts';
import type { SalesFileRow } from '../tables.ts';

/** Gives a draft to another source. Its dishes are there by the same keys; those that are new to it bring what they are. */
export async function moveDraft(
  trx: Knex.Transaction,
  { id, source_id }: Pick<SalesFileRow, 'id' | 'source_id'>,
  to: number,
): Promise<void> {
  if (source_id !== to) {
    await trx.raw(
      `insert into till_dishes (source_id, key, code, name, size, "group", unit, proposals,
                                item_id, dish_id, factor, ignored, decided_by, decided_at)
       select cast(:to as int), d.key, d.code, d.name, d.size, d."group", d.unit, d.proposals,
              d.item_id, d.dish_id, d.factor, d.ignored, d.decided_by, d.decided_at
         from till_dishes d where d.id in (select till_dish_id from sales_draft_lines where file_id = :id)
       on conflict (source_id, key) do nothing`,
      { id, to },
    );
    await trx.raw(
      `update sales_draft_lines l set till_dish_id = n.id
         from till_dishes d join till_dishes n on n.key = d.key and n.source_id = :to
        where l.file_id = :id and d.id = l.till_dish_id`,
      { id, to },
    );
  }
  await trx('sales_files').where({ id }).update({ source_id: to, source_unsure: false });
}

/** Deletes the source that a draft has made, once nothing of it is left. */
export async function deleteEmptySource(
  trx: Knex.Transaction,
  { source_id, created_at }: Pick<SalesFileRow, 'source_id' | 'created_at'>,
): Promise<void> {
  await trx.raw(
    `delete from sales_sources s where s.id = :source_id and s.created_at = :created_at and s.layout is null
        and not exists (select from sales_files f where f.source_id = s.id)
        and not exists (select from till_dishes d where d.source_id = s.id)
        and not exists (select from feeds e where e.source_id = s.id)`,
    { source_id, created_at },
  );
}

/** Remembers of each of two sources that the other is another till. */
export async function setApart(trx: Knex.Transaction, one: number, other: number): Promise<void> {
  await trx.raw(
    `update sales_sources set apart_from = array_append(apart_from, case id when :one then cast(:other as int) else :one end)
      where id in (:one, :other)`,
    { one, other },
  );
}

/** Deletes drafts that a feed has brought of days that it brings anew. */
export async function deleteDraftsOfFeed(
  trx: Knex.Transaction,
  feedId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `delete from sales_files where feed_id = ? and status = 'draft' and from_day <= ? and to_day >= ? returning id`,
    [feedId, to, from],
  );
  await trx('sales_draft_lines')
    .whereIn(
      'file_id',
      rows.map(({ id }) => id),
    )
    .delete();
}
