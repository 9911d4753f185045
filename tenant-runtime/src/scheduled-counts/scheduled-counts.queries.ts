import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { DueCountRow, ScheduledCountRow } from '../tables.ts';

const scheduled = (db: Db) => db<ScheduledCountRow>('scheduled_counts');

/**
 * The moments at which scheduled counts are due and not yet recorded, from a week ago to a week ahead. Days and times are
 * those of the tenant's clock, which is moved twice a year in some places.
 */
const MOMENTS = `
  select s.id, s.missed_after_min, m.at from scheduled_counts s
    left join lateral (select max(d.due_at) as at from due_counts d where d.scheduled_count_id = s.id) last on true
    cross join lateral (
      select (cast(day as date) + cast(s.time as time)) at time zone :timezone as at
        from generate_series((cast(:now as timestamptz) at time zone :timezone)::date - 8,
                             (cast(:now as timestamptz) at time zone :timezone)::date + 8, interval '1 day') as day
       where extract(isodow from day) = any(s.weekdays)) m
   where s.active and s.deleted_at is null and m.at > greatest(s.since, last.at)`;

const UNDECIDED = 'd.missed_at is null and d.started_at is null';

export interface Listed extends ScheduledCountRow {
  next_at: Date | null;
  last: { id: number; dueAt: string; missed: boolean; countId: number | null } | null;
}

export async function selectScheduled(db: Db, now: Date, timezone: string, id?: number): Promise<Listed[]> {
  const { rows } = await db.raw<{ rows: Listed[] }>(
    `select s.*, next.at as next_at,
            (select json_build_object('id', d.id, 'dueAt', d.due_at, 'missed', d.missed_at is not null,
                                      'countId', d.count_id)
               from due_counts d where d.scheduled_count_id = s.id order by d.due_at desc limit 1) as last
       from scheduled_counts s
       left join (select id, min(at) filter (where at > :now) as at from (${MOMENTS}) m group by id) next on next.id = s.id
      where s.deleted_at is null and (cast(:id as int) is null or s.id = :id)
      order by lower(s.title), s.id`,
    { now, timezone, id: id ?? null },
  );
  return rows;
}

type Written = Omit<ScheduledCountRow, 'id' | 'created_at' | 'deleted_at' | 'user_ids' | 'opening'> & {
  user_ids: string;
  opening: string;
};

export async function insertScheduled(db: Db, row: Written & { created_at: Date }): Promise<number> {
  const [inserted] = await db('scheduled_counts').insert(row).returning<{ id: number }[]>('id');
  if (!inserted) throw new Error('no scheduled count');
  return inserted.id;
}

/** Its times hold from `since` only where they have changed. Returns whether it exists. */
export async function updateScheduled(db: Db, id: number, { since, ...row }: Written): Promise<boolean> {
  const changed = `weekdays <> cast(:weekdays as smallint[]) or time <> :time or (not active and :active)`;
  const times = { weekdays: row.weekdays, time: row.time, active: row.active };
  const updated = await db('scheduled_counts')
    .where({ id })
    .whereNull('deleted_at')
    .update({
      ...row,
      since: db.raw(`case when ${changed} then cast(:since as timestamptz) else since end`, { ...times, since }),
    });
  return updated > 0;
}

export const markDeleted = (db: Db, id: number, at: Date): Promise<number> =>
  scheduled(db).where({ id }).whereNull('deleted_at').update({ deleted_at: at });

/** Returns when something is due or missed next, perhaps in the past; null for never. */
export async function selectNextTime(db: Db, now: Date, timezone: string): Promise<Date | null> {
  const { rows } = await db.raw<{ rows: { at: Date | null }[] }>(
    `select least((select min(at) from (${MOMENTS}) m),
                  (select min(d.missed_after) from due_counts d where ${UNDECIDED})) as at`,
    { now, timezone },
  );
  return rows[0]?.at ?? null;
}

/** Records what has become due; of several times that have passed, the last. Returns those that can still be begun. */
export async function insertDue(trx: Knex.Transaction, now: Date, timezone: string): Promise<{ id: number }[]> {
  const { rows } = await trx.raw<{ rows: { id: number; late: boolean }[] }>(
    `insert into due_counts (scheduled_count_id, due_at, missed_after, key)
     select distinct on (m.id) m.id, m.at, m.at + m.missed_after_min * interval '1 minute', gen_random_uuid()
       from (${MOMENTS}) m where m.at <= :now order by m.id, m.at desc
     on conflict do nothing
     returning id, missed_after <= :now as late`,
    { now, timezone },
  );
  return rows.filter(({ late }) => !late);
}

/** A count that is opened by hand so long before the time is the one that is due. */
const EARLY = "interval '3 hours'";

/** Finds the counts that due ones have begun with: by the button, or opened by hand for the same items. */
export async function noteStarted(trx: Knex.Transaction): Promise<void> {
  await trx.raw(
    `update due_counts d set started_at = c.opened_at, count_id = c.id
       from scheduled_counts s, counts c
      where s.id = d.scheduled_count_id and ${UNDECIDED} and c.status <> 'cancelled'
        and (c.key = d.key
             or c.opened_at between d.due_at - ${EARLY} and d.missed_after
                and (c.scope = 'all' or c.scope = s.opening->>'scope' and c.categories @> (s.opening->'categories')))`,
  );
}

/** Marks what nobody has begun in time; returns it. */
export async function markMissed(trx: Knex.Transaction, now: Date): Promise<{ id: number }[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `update due_counts d set missed_at = :now where ${UNDECIDED} and d.missed_after <= :now returning d.id`,
    { now },
  );
  return rows;
}

export const findDue = (db: Db, id: number): Promise<(DueCountRow & { scheduled: ScheduledCountRow }) | undefined> =>
  db('due_counts as d')
    .join('scheduled_counts as s', 's.id', 'd.scheduled_count_id')
    .where('d.id', id)
    .first('d.*', db.raw('to_jsonb(s) as scheduled'));

export const setStarted = (db: Db, id: number, countId: number, at: Date): Promise<number> =>
  db('due_counts').where({ id }).whereNull('started_at').update({ started_at: at, count_id: countId });

/** Returns which of the users are still there. */
export const pluckPresent = (db: Db, ids: number[]): Promise<number[]> =>
  db('users').whereIn('id', ids).whereNull('removed_at').pluck('id');
