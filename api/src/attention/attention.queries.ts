import type { Db } from '@ostatok/kit/node/db.ts';

/** A few of many, with how many there are and since when. */
export interface Some {
  count: number;
  since: Date | null;
  first: { name: string; reason: string | null; id: string }[];
}

const NAMED = 3;

/** The oldest three by name; `rows` selects id, name, reason and since. */
async function someOf(db: Db, rows: string, bindings: Record<string, unknown> = {}): Promise<Some> {
  const { rows: found } = await db.raw(
    `with found as (${rows})
     select id, name, reason, since, (select count(*)::int from found) as total from found
      order by since nulls last, name limit ${NAMED}`,
    bindings as never,
  );
  return {
    count: found[0]?.total ?? 0,
    since: found[0]?.since ?? null,
    first: found.map(({ id, name, reason }: Some['first'][number]) => ({ id, name, reason })),
  };
}

/** Active venues that do not start. */
export const venuesDown = (db: Db): Promise<Some> =>
  someOf(
    db,
    `select id, subdomain as name, start_failure as reason, start_failed_at as since from tenants
      where status = 'active' and start_failed_at is not null`,
  );

/** What those are called that may run, of which only the numbers are known. */
export async function subdomainsOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db('tenants').whereIn('id', ids).where({ status: 'active' }).select('id', 'subdomain');
  return new Map(rows.map(({ id, subdomain }: { id: string; subdomain: string }) => [id, subdomain]));
}

/** Venues whose bot Telegram does not let in, or whose messages another program takes. */
export const botsIn = (db: Db, state: 'revoked' | 'conflict'): Promise<Some> =>
  someOf(
    db,
    `select id, subdomain as name, null::text as reason, bot_state_at as since from tenants
      where status = 'active' and bot_state = :state`,
    { state },
  );

/** Venues that are being made for too long. */
export const venuesStuck = (db: Db, before: Date): Promise<Some> =>
  someOf(
    db,
    `select id, subdomain as name, null::text as reason, created_at as since from tenants
      where status = 'creating' and created_at < :before`,
    { before },
  );

/** Venues whose making came to nothing, whose owners have not made one since. */
export const provisionsFailed = (db: Db, after: Date): Promise<Some> =>
  someOf(
    db,
    `select t.id, t.subdomain as name, p.error as reason, t.created_at as since
       from provisions p join tenants t on t.id = p.tenant_id
      where p.status = 'failed' and t.created_at > :after and not exists (
        select from tenants later where later.owner_id = t.owner_id and later.created_at > t.created_at
          and later.status in ('active', 'creating'))`,
    { after },
  );

/** Letters to one person each that have not gone by now; those of campaigns take as long as they take. */
export const lettersStuck = (db: Db, before: Date): Promise<Some> =>
  someOf(
    db,
    `select id::text, template as name, error as reason, created_at as since from mails
      where status in ('queued', 'sending') and recipient_id is null and created_at < :before`,
    { before },
  );

/** Campaigns that should run and of whose letters none has gone for so long. */
export const campaignsStuck = (db: Db, before: Date): Promise<Some> =>
  someOf(
    db,
    `select c.id::text, c.subject as name, null::text as reason, coalesce(moved.at, c.created_at) as since
       from campaigns c
         left join lateral (select max(r.at) as at from campaign_recipients r
           where r.campaign_id = c.id and r.status <> 'pending') as moved on true
      where c.status = 'running' and c.created_at < :before and coalesce(moved.at, c.created_at) < :before`,
    { before },
  );

/** Refunds that the provider has not settled for so long and is still asked about. */
export const refundsStuck = (db: Db, before: Date): Promise<Some> =>
  someOf(
    db,
    `select r.payment_id::text as id, p.payer_email as name, r.error as reason, r.created_at as since
       from refunds r join payments p on p.id = r.payment_id
      where r.status = 'pending' and r.next_attempt_at is not null and r.created_at < :before`,
    { before },
  );

/** Long work that failed, or parts of which did, and which nobody has brought to a good end since. */
export const workFailed = (db: Db, after: Date): Promise<Some> =>
  someOf(
    db,
    `select o.id::text, o.title as name, o.message as reason, o.finished_at as since from operations o
      where o.finished_at > :after and (o.status = 'failed' or o.status = 'done' and o.failed > 0)
        and o.kind <> 'diagnostics' and not exists (
          select from operations later where later.kind = o.kind and later.title = o.title
            and later.number > o.number and later.status = 'done' and later.failed = 0)`,
    { after },
  );

/** What the patterns of the security log have told of. */
export const alarmsRaised = (db: Db, after: Date): Promise<Some> =>
  someOf(
    db,
    `select id::text, description as name, null::text as reason, at as since from activity
      where action = 'security.alarm' and at > :after`,
    { after },
  );
