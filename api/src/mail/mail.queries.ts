import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { IS_SENDER_DEAD } from '../platform/locks.queries.ts';
import type { Outcome, Settled } from './outcome.ts';

export interface MailRow {
  id: string;
  recipient: string;
  template: string;
  data_sealed: string | null;
  attempts: number;
  created_at: Date;
  /** Set for a campaign's letter, whose content is kept with the campaign. */
  recipient_id: number | null;
}

/** Returns the id of the queued letter; of several with the same `once` that is the first. */
export async function insertMail(
  db: Db,
  mail: Pick<MailRow, 'id' | 'recipient' | 'template' | 'data_sealed' | 'created_at'> & { once: string | null },
): Promise<string> {
  // waits for a transaction that is queueing the same letter
  const [row] = await db('mails').insert(mail).onConflict('once').ignore().returning('id');
  return row?.id ?? (await db('mails').where({ once: mail.once }).first('id')).id;
}

/** Claims letters that are due; several processes never claim the same one. */
export async function claimMails(db: Db, sender: number, priority: number, limit: number): Promise<MailRow[]> {
  const due = db('mails')
    .where({ status: 'queued', priority })
    .where('next_attempt_at', '<=', db.fn.now())
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .select('id');
  return db('mails')
    .whereIn('id', due)
    .update({
      status: 'sending',
      sender,
      claimed_at: db.fn.now(),
      attempts: db.raw('attempts + 1'),
      handed_at: null,
    })
    .returning(['id', 'recipient', 'template', 'data_sealed', 'attempts', 'created_at', 'recipient_id']);
}

/** Writes all outcomes in one statement. Letters that another sender has claimed meanwhile are left alone. */
export async function writeOutcomes(trx: Knex.Transaction, outcomes: Outcome[]): Promise<Settled[]> {
  const { rows } = await trx.raw(
    `update mails m set error = o.error,
       status = case o.status when 'skipped' then 'failed' when 'untried' then 'queued' else o.status end,
       attempts = case when o.status = 'untried' then greatest(m.attempts - 1, 0) else m.attempts end,
       next_attempt_at = case when o.status = 'queued' then now() + o.seconds * interval '1 second'
         else m.next_attempt_at end,
       data_sealed = case when o.status in ('queued', 'untried') then m.data_sealed end,
       settled_at = case when o.status not in ('queued', 'untried') then now() end,
       sender = case when o.status in ('queued', 'untried') then null else m.sender end
     from unnest(:ids::uuid[], :senders::integer[], :statuses::text[], :errors::text[], :seconds::integer[])
       as o (id, sender, status, error, seconds)
     where m.id = o.id and m.sender = o.sender and m.status = 'sending'
     returning m.id, m.recipient_id`,
    {
      ids: outcomes.map(({ id }) => id),
      senders: outcomes.map(({ sender }) => sender),
      statuses: outcomes.map(({ status }) => status),
      errors: outcomes.map(({ error }) => error),
      seconds: outcomes.map((one) => (one.status === 'queued' ? one.seconds : 0)),
    },
  );
  const recipients = new Map<string, number | null>(
    rows.map((row: { id: string; recipient_id: number | null }) => [row.id, row.recipient_id]),
  );
  const skipped = outcomes.filter(({ id, status }) => status === 'skipped' && recipients.has(id));
  if (skipped.length > 0) {
    await trx('mails')
      .whereIn(
        'id',
        skipped.map(({ id }) => id),
      )
      .delete();
  }
  return outcomes.flatMap((one) =>
    one.status === 'queued' || one.status === 'untried' || !recipients.has(one.id)
      ? []
      : { ...one, recipient_id: recipients.get(one.id) ?? null },
  );
}

/** Returns whether letters are due, and which other senders have letters under way. */
export async function lookAround(db: Db, self: number): Promise<{ isDue: boolean; senders: number[] }> {
  const { rows } = await db.raw(
    `select exists (select from mails where status = 'queued' and next_attempt_at <= now()) as "isDue",
       array(select distinct sender from mails where status = 'sending' and sender <> ?) as senders`,
    [self],
  );
  return rows[0];
}

export async function isDead(trx: Knex.Transaction, sender: number): Promise<boolean> {
  const { rows } = await trx.raw(IS_SENDER_DEAD, [sender]);
  return rows[0].dead;
}

/** Lists the letters whose end a dead sender was about to write or has written. */
export const listHanded = (trx: Knex.Transaction, sender: number): Promise<string[]> =>
  trx('mails').where({ status: 'sending', sender }).whereNotNull('handed_at').forUpdate().pluck('id');

/** Queues the dead sender's other letters again, as if they had not been claimed. */
export const requeueLeft = (trx: Knex.Transaction, sender: number): Promise<number> =>
  trx('mails')
    .where({ status: 'sending', sender })
    .update({
      status: 'queued',
      sender: null,
      handed_at: null,
      next_attempt_at: trx.fn.now(),
      attempts: trx.raw('greatest(attempts - 1, 0)'),
    });

/** Fails letters that a sender of an older release claimed and left; it wrote no marks. */
export const failUnmarked = (db: Db, seconds: number, error: string): Promise<number> =>
  db('mails')
    .where({ status: 'sending' })
    .whereNull('sender')
    .whereRaw(`claimed_at < now() - ? * interval '1 second'`, [seconds])
    .update({ status: 'failed', error, data_sealed: null, settled_at: db.fn.now() });

interface MailCount {
  template_type: string;
  status: string;
  count: number;
}

export async function countMails(db: Db, since: Date): Promise<MailCount[]> {
  return db('mails')
    .where('created_at', '>', since)
    .groupBy('template', 'status')
    .orderBy(['template', 'status'])
    .select<MailCount[]>('template as template_type', 'status', db.raw('count(*) as count'));
}

interface MailDay {
  date: string;
  sent: number;
  failed: number;
}

/** Counts by Moscow days, including days without letters. */
export async function countMailDays(db: Db, from: Date, to: Date): Promise<MailDay[]> {
  const { rows } = await db.raw(
    `with days as (
       select generate_series((:from::timestamptz at time zone 'Europe/Moscow')::date,
         (:to::timestamptz at time zone 'Europe/Moscow')::date, interval '1 day')::date as day
     ), counted as (
       select (created_at at time zone 'Europe/Moscow')::date as day,
         count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed
       from mails where created_at > :from group by 1
     )
     select to_char(day, 'YYYY-MM-DD') as date, coalesce(sent, 0) as sent, coalesce(failed, 0) as failed
     from days left join counted using (day) order by day`,
    { from, to },
  );
  return rows;
}

export const findAddress = async (db: Db, userId: number): Promise<string | undefined> =>
  (await db('users').where({ id: userId }).first('email'))?.email;

interface WaitingLetters {
  kind: 'service' | 'campaign';
  waiting: number;
  /** The age of the oldest that waits, in seconds; zero where none does. */
  oldest: number;
  /** Those that were given up within the last day. */
  failed: number;
}

/** Counts the letters that wait, and those that failed, by kind. */
export async function countWaiting(db: Db, now: Date): Promise<WaitingLetters[]> {
  const { rows } = await db.raw(
    `with waiting as (
       select recipient_id is null as service, count(*) as n, min(created_at) as since from mails
        where status in ('queued', 'sending') group by 1
     ), failed as (
       select recipient_id is null as service, count(*) as n from mails
        where status = 'failed' and created_at > :now::timestamptz - interval '2 days'
          and settled_at > :now::timestamptz - interval '1 day' group by 1
     )
     select k.kind, coalesce(w.n, 0) as waiting, coalesce(f.n, 0) as failed,
       greatest(0, coalesce(extract(epoch from :now::timestamptz - w.since), 0))::float8 as oldest
     from (values ('service', true), ('campaign', false)) as k (kind, service)
       left join waiting w on w.service = k.service left join failed f on f.service = k.service`,
    { now },
  );
  return rows;
}
