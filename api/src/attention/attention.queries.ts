import type { Db } from '@ostatok/kit/node/db.ts';

/** How many there are, since when, and the first few of them. */
export interface Some {
  count: number;
  since: Date | null;
  first: { name: string; reason: string | null; id: string }[];
}

const NAMED = 3;

/** Reads the three oldest; `rows` is a query that selects id, name, reason and since. */
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

/** Active tenants that do not start. */
export const venuesDown = (db: Db): Promise<Some> =>
  someOf(
    db,
    `select id, subdomain as name, start_failure as reason, start_failed_at as since from tenants
      where status = 'active' and start_failed_at is not null`,
  );

/** Subdomains of the active ones among these tenants, by id. */
export async function subdomainsOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db('tenants').whereIn('id', ids).where({ status: 'active' }).select('id', 'subdomain');
  return new Map(rows.map(({ id, subdomain }: { id: string; subdomain: string }) => [id, subdomain]));
}

/** Releases that were stopped since another one was last chosen. */
export const releasesStopped = (db: Db): Promise<Some> =>
  someOf(
    db,
    `select id, id as name, stop_reason as reason, stopped_at as since from releases
      where stopped_at > coalesce(
        (select max(default_since) from releases where stopped_at is null), '-infinity'::timestamptz)`,
  );

/** Awake tenants that could not take a release yet. */
export const updatesLate = (db: Db): Promise<Some> =>
  someOf(
    db,
    `select id, subdomain as name, null::text as reason, null::timestamptz as since from tenants
      where status = 'active' and update_due is not null and endpoint is not null`,
  );

/** Tenants whose bot token Telegram rejects, or whose bot's updates another program takes. */
export const botsIn = (db: Db, state: 'revoked' | 'conflict'): Promise<Some> =>
  someOf(
    db,
    `select id, subdomain as name, null::text as reason, bot_state_at as since from tenants
      where status = 'active' and bot_state = :state`,
    { state },
  );

/** Machines whose nginx does not take the sites of tenants, as seen since `after`. */
export const sitesRefused = (db: Db, after: Date): Promise<Some> =>
  someOf(db, 'select place as id, place as name, problem as reason, since from site_problems where seen_at > :after', {
    after,
  });

/** Own domains of tenants whose certificate is not issued, or ends before `before`. */
export const ownCertificatesEnding = (db: Db, before: Date): Promise<Some> =>
  someOf(
    db,
    `select t.id, t.subdomain as name, d.name || coalesce(': ' || d.problem, '') as reason,
        coalesce(d.problem_since, d.expires_at) as since
       from own_domains d join tenants t on t.id = d.tenant_id
      where t.status <> 'deleted' and (d.problem is not null or d.expires_at < :before)`,
    { before },
  );

/** Tenants whose provisioning takes too long. */
export const venuesStuck = (db: Db, before: Date): Promise<Some> =>
  someOf(
    db,
    `select id, subdomain as name, null::text as reason, created_at as since from tenants
      where status = 'creating' and created_at < :before`,
    { before },
  );

/** Tenants whose provisioning failed and whose owners have not created another one since. */
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

/** Letters that have waited too long. Campaigns' letters are left out, because they may take long. */
export const lettersStuck = (db: Db, before: Date): Promise<Some> =>
  someOf(
    db,
    `select id::text, template as name, error as reason, created_at as since from mails
      where status in ('queued', 'sending') and recipient_id is null and created_at < :before`,
    { before },
  );

/** Running campaigns that have sent no letter since `before`. */
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

/** Refunds that have been pending since `before` and about which the provider is still asked. */
export const refundsStuck = (db: Db, before: Date): Promise<Some> =>
  someOf(
    db,
    `select r.payment_id::text as id, p.payer_email as name, r.error as reason, r.created_at as since
       from refunds r join payments p on p.id = r.payment_id
      where r.status = 'pending' and r.next_attempt_at is not null and r.created_at < :before`,
    { before },
  );

/** Operations that failed, wholly or in part, and were not repeated with success since. */
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

/** Alarms raised by the patterns of the security log. */
export const alarmsRaised = (db: Db, after: Date): Promise<Some> =>
  someOf(
    db,
    `select id::text, description as name, null::text as reason, at as since from activity
      where action = 'security.alarm' and at > :after`,
    { after },
  );
