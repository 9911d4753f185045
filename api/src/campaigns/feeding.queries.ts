import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { LEFT_OUT } from './audience-sql.ts';

/** Campaigns' letters that are due and still queued. */
export async function countBacklog(db: Db): Promise<number> {
  const [row] = await db('mails')
    .where({ status: 'queued', priority: 1 })
    .where('next_attempt_at', '<=', db.fn.now())
    .count<{ count: number }[]>({ count: '*' });
  return row?.count ?? 0;
}

export const listRunning = (db: Db): Promise<string[]> =>
  db('campaigns').where({ status: 'running' }).orderBy('created_at').pluck('id');

/** Returns undefined when the campaign does not run any more or another process is feeding it. */
export const lockRunning = (trx: Knex.Transaction, id: string): Promise<{ test_mode: boolean } | undefined> =>
  trx('campaigns').where({ id, status: 'running' }).forUpdate().skipLocked().first('test_mode');

/**
 * Queues letters to the next recipients, skipping those who may not get any by now; returns how many recipients were
 * processed. The letter and the recipient's state change in one statement, so no recipient gets a second letter.
 */
export async function feed(
  trx: Knex.Transaction,
  campaign: { id: string; testMode: boolean },
  limit: number,
  at: Date,
): Promise<number> {
  const { rows } = await trx.raw(
    `with next as (
       select r.id, r.email, case when :testMode then null
         when u.email <> r.email then 'Адрес сменился' else ${LEFT_OUT} end as reason
       from campaign_recipients r
         left join users u on u.id = r.user_id left join mail_preferences m on m.user_id = r.user_id
       where r.campaign_id = :id and r.status = 'pending' order by r.id limit :limit for update of r
     ), moved as (
       update campaign_recipients r set status = case when n.reason is null then 'queued' else 'skipped' end,
         error = n.reason, at = :at
       from next n where r.id = n.id returning r.id, r.email, r.status
     ), queued as (
       insert into mails (id, recipient, template, priority, recipient_id, created_at)
       select gen_random_uuid(), email, 'marketing', 1, id, :at from moved where status = 'queued'
     )
     select count(*) as looked, count(*) filter (where status = 'skipped') as skipped from moved`,
    { ...campaign, limit, at },
  );
  const [{ looked, skipped }] = rows;
  if (skipped > 0) await trx('campaigns').where({ id: campaign.id }).increment('skipped', skipped);
  return looked;
}

/** Ends the campaign when no recipient is waiting. Recipients whose data was erased meanwhile count as skipped. */
export async function finish(trx: Knex.Transaction, id: string, at: Date): Promise<boolean> {
  const updated = await trx('campaigns')
    .where({ id })
    .whereNotExists(trx('campaign_recipients').where({ campaign_id: id }).whereIn('status', ['pending', 'queued']))
    .update({ status: 'done', finished_at: at, skipped: trx.raw('total - sent - failed - bounced') });
  return updated > 0;
}

export interface RecipientToWrite {
  id: number;
  email: string;
  user_id: number;
  user_made: Date;
  name: string;
  campaign_id: string;
  /** Why the recipient is skipped; null when the letter may be sent. */
  reason: string | null;
}

export async function listToWrite(db: Db, ids: number[]): Promise<RecipientToWrite[]> {
  const { rows } = await db.raw(
    `select r.id, r.email, r.user_id, u.created_at as user_made, u.name, r.campaign_id,
       case when c.status = 'canceled' then 'Рассылка отменена' when c.test_mode then null else ${LEFT_OUT} end as reason
     from campaign_recipients r
       join campaigns c on c.id = r.campaign_id
       join users u on u.id = r.user_id left join mail_preferences m on m.user_id = r.user_id
     where r.id = any(?)`,
    [ids],
  );
  return rows;
}

export const findContent = (db: Db, id: string): Promise<{ subject: string; html: string; text: string } | undefined> =>
  db('campaigns').where({ id }).first('subject', 'html', 'text');

export interface RecipientOutcome {
  id: number;
  status: 'sent' | 'failed' | 'bounced' | 'skipped';
  error: string | null;
  /** The address will never accept a letter. */
  hard: boolean;
}

/** Records the outcomes of recipients, the counts of their campaigns, and the addresses to skip from now on. */
export async function settleRecipients(trx: Knex.Transaction, outcomes: RecipientOutcome[], at: Date): Promise<void> {
  const { rows } = await trx.raw(
    `update campaign_recipients r set status = o.status, error = o.error, at = :at
     from unnest(:ids::bigint[], :statuses::text[], :errors::text[]) as o (id, status, error)
     where r.id = o.id and r.status = 'queued' returning r.id, r.campaign_id, r.status`,
    {
      at,
      ids: outcomes.map(({ id }) => id),
      statuses: outcomes.map(({ status }) => status),
      errors: outcomes.map(({ error }) => error),
    },
  );
  const counts = new Map<string, Record<string, number>>();
  for (const { campaign_id, status } of rows as { campaign_id: string; status: string }[]) {
    const of = counts.get(campaign_id) ?? {};
    of[status] = (of[status] ?? 0) + 1;
    counts.set(campaign_id, of);
  }
  // in one order, so that two processes cannot deadlock
  for (const [id, of] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await trx('campaigns').where({ id }).increment(of);
  }
  const dead = outcomes.filter(({ hard }) => hard).map(({ id }) => id);
  if (dead.length > 0) await noteBounces(trx, dead, at);
}

/** Once for each user, also when letters of several campaigns end together. */
async function noteBounces(trx: Knex.Transaction, ids: number[], at: Date): Promise<void> {
  await trx.raw(
    `insert into mail_preferences (user_id, bounced_email, bounce_error, bounced_at)
     select distinct on (user_id) user_id, email, error, :at::timestamptz from campaign_recipients
      where id = any(:ids) order by user_id, id desc
     on conflict (user_id) do update set bounced_email = excluded.bounced_email, bounce_error = excluded.bounce_error,
       bounced_at = excluded.bounced_at`,
    { ids, at },
  );
}
