import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { MarkItem } from '../../contract/marks.endpoints.ts';

export interface DeliveredMark {
  mark: string;
  /** Of the line. */
  place: number;
}

const BATCH = 5000;

export async function insertDeliveredMarks(
  trx: Knex.Transaction,
  deliveryId: number,
  marks: readonly DeliveredMark[],
): Promise<void> {
  for (let from = 0; from < marks.length; from += BATCH) {
    const batch = marks.slice(from, from + BATCH);
    await trx.raw(
      `insert into delivery_marks (delivery_id, mark, place)
       select ?, mark, place from unnest(?::text[], ?::int[]) as given(mark, place)
       on conflict (delivery_id, mark) do nothing`,
      [deliveryId, batch.map(({ mark }) => mark), batch.map(({ place }) => place)],
    );
  }
}

/** A delivered mark `m` with its delivery, its line and the item, where it is posted and decided. */
const DELIVERED = `delivery_marks m join deliveries d on d.id = m.delivery_id and d.status = 'posted'
  join delivery_lines l on l.delivery_id = m.delivery_id and l.place = m.place and not l.skipped
  join items i on i.id = l.item_id and i.deleted_at is null`;

/** What a person has said of the mark or of its alccode comes first, then what the newest delivery says of either. */
export async function findMarkedItem(
  db: Db,
  { mark, alccode }: { mark: string; alccode: string | null },
): Promise<number | undefined> {
  const { rows } = await db.raw<{ rows: { item_id: number }[] }>(
    `select item_id from (
       select s.item_id, case when s.key = :mark then 0 else 2 end as rank, null::timestamptz as at
         from mark_items s join items i on i.id = s.item_id and i.deleted_at is null
        where s.key in (:mark, :alccode)
       union all
       select l.item_id, 1, d.posted_at from ${DELIVERED} where m.mark = :mark
       union all
       select l.item_id, 3, d.posted_at from delivery_lines l join deliveries d on d.id = l.delivery_id and d.status = 'posted'
         join items i on i.id = l.item_id and i.deleted_at is null
        where l.alccode = :alccode and not l.skipped) known
      order by rank, at desc nulls last limit 1`,
    { mark, alccode: alccode ?? '' },
  );
  return rows[0]?.item_id;
}

/** Returns the alccode by which a document names the mark's goods, also one that is not posted yet. */
export async function findDeliveredAlccode(db: Db, mark: string): Promise<string | null> {
  const { rows } = await db.raw<{ rows: { alccode: string }[] }>(
    `select l.alccode from delivery_marks m join deliveries d on d.id = m.delivery_id and d.status <> 'reversed'
       join delivery_lines l on l.delivery_id = m.delivery_id and l.place = m.place
      where m.mark = ? and l.alccode is not null order by d.id desc limit 1`,
    [mark],
  );
  return rows[0]?.alccode ?? null;
}

interface MarkItemRow {
  key: string;
  item_id: number;
  user_id: number | null;
  at: Date;
}

/** The latest word of a person replaces the one before. */
export const upsertMarkItems = async (db: Db, rows: MarkItemRow[]): Promise<void> =>
  void (await db('mark_items')
    .insert(rows)
    .onConflict('key')
    .merge(['item_id', 'user_id', 'at'])
    .where('mark_items.at', '<=', db.raw('excluded.at')));

const ALCCODE = `'^[0-9]{19}$'`;

/** Returns the item of each alccode that is known. */
export async function selectAlccodes(db: Db): Promise<{ alccode: string; itemId: number }[]> {
  const { rows } = await db.raw(
    `select distinct on (alccode) alccode, item_id as "itemId" from (
       select key as alccode, item_id, 0 as rank, at from mark_items where key ~ ${ALCCODE}
       union all
       select l.alccode, l.item_id, 1, d.posted_at from delivery_lines l
         join deliveries d on d.id = l.delivery_id and d.status = 'posted'
        where l.alccode is not null and not l.skipped) known
       join items i on i.id = item_id and i.deleted_at is null
      order by alccode, rank, at desc`,
  );
  return rows;
}

export async function selectSaidMarks(db: Db): Promise<MarkItem[]> {
  const { rows } = await db.raw(
    `select s.key as mark, s.item_id as "itemId" from mark_items s
       join items i on i.id = s.item_id and i.deleted_at is null
      where s.key !~ ${ALCCODE} order by s.at desc limit 5000`,
  );
  return rows;
}

/** Stamps alone: a code of Честный ЗНАК has its GTIN. */
const IS_STAMP = 'length(m.mark) in (68, 150)';

/** Returns the newest posted deliveries whose stamps are, together, no more than `most`. */
export async function selectDeliveriesWithStamps(db: Db, most: number): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select id from (
       select id, sum(marks) over (order by id desc) as all_marks from (
         select m.delivery_id as id, count(*) as marks from ${DELIVERED} where ${IS_STAMP} group by m.delivery_id) counted) c
      where all_marks <= ? order by id`,
    [most],
  );
  return rows.map(({ id }) => id);
}

export async function selectStampsOf(db: Db, deliveryId: number): Promise<MarkItem[]> {
  const { rows } = await db.raw(
    `select m.mark, l.item_id as "itemId" from ${DELIVERED} where m.delivery_id = ? and ${IS_STAMP} order by m.mark`,
    [deliveryId],
  );
  return rows;
}
