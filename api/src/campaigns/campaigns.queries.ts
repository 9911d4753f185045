import type { Campaign } from '@ostatok/api/contract/campaigns.endpoints.ts';
import type {
  Audience,
  CampaignFilter,
  CampaignStatus,
  RecipientFilter,
  RecipientStatus,
  TargetUsers,
} from '@ostatok/api/contract/campaigns.ts';
import { type Db, type Knex, likeContaining, type RowOf } from '@ostatok/kit/node/db.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import { audience } from './audience-sql.ts';

type Page = ListPage;

export type CampaignRow = RowOf<Campaign, 'created_at' | 'finished_at'> & { fingerprint: string };

const bindings = ({ filters }: Audience, now: Date) => ({ ...filters, now });

export async function countAudience(db: Db, wanted: Audience, now: Date): Promise<number> {
  const { rows } = await db.raw(`select count(*) as count ${audience(wanted.targetUsers)}`, bindings(wanted, now));
  return rows[0].count;
}

export const findSender = (db: Db, userId: number): Promise<{ id: number; email: string; name: string } | undefined> =>
  db('users').where({ id: userId }).first('id', 'email', 'name');

export async function insertCampaign(
  trx: Knex.Transaction,
  campaign: {
    id: string;
    subject: string;
    html: string;
    text: string;
    template_id: number | null;
    template_name: string | null;
    target_users: TargetUsers;
    filters: Audience['filters'];
    test_mode: boolean;
    fingerprint: string;
    request_key: string | null;
    created_by: number;
    created_at: Date;
  },
): Promise<void> {
  await trx('campaigns').insert({ ...campaign, status: 'running', total: 0 });
}

/** Inserts the whole audience in one statement, in sending order; returns its size. */
export async function insertRecipients(trx: Knex.Transaction, id: string, wanted: Audience, at: Date): Promise<number> {
  const { rowCount } = await trx.raw(
    `insert into campaign_recipients (campaign_id, user_id, email, at)
     select :id, u.id, u.email, :now ${audience(wanted.targetUsers)} order by u.id
     on conflict (campaign_id, email) do nothing`,
    { id, ...bindings(wanted, at) },
  );
  return rowCount;
}

export async function insertRecipient(
  trx: Knex.Transaction,
  id: string,
  user: { id: number; email: string },
  at: Date,
): Promise<number> {
  await trx('campaign_recipients').insert({ campaign_id: id, user_id: user.id, email: user.email, at });
  return 1;
}

export const setTotal = (trx: Knex.Transaction, id: string, total: number): Promise<number> =>
  trx('campaigns').where({ id }).update({ total });

const columns = `id subject template_id template_name target_users filters test_mode status total sent failed bounced
  skipped fingerprint created_at finished_at`.split(/\s+/);

const withAuthor = (rows: Knex.QueryBuilder): Knex.QueryBuilder =>
  rows
    .leftJoin('users as u', 'u.id', 'c.created_by')
    .select(columns.map((name) => `c.${name}`))
    .select('u.email as created_by');

export const findCampaign = (db: Db, id: string): Promise<CampaignRow | undefined> =>
  withAuthor(db('campaigns as c')).where({ 'c.id': id }).first();

export const findByRequest = (db: Db, request_key: string): Promise<CampaignRow | undefined> =>
  withAuthor(db('campaigns as c')).where({ 'c.request_key': request_key }).first();

export const lockCampaign = (
  trx: Knex.Transaction,
  id: string,
): Promise<{ status: CampaignStatus; subject: string } | undefined> =>
  trx('campaigns').where({ id }).forUpdate().first('status', 'subject');

export const setStatus = (
  trx: Knex.Transaction,
  id: string,
  status: CampaignStatus,
  finished_at: Date | null,
): Promise<number> => trx('campaigns').where({ id }).update({ status, finished_at });

function campaigns(db: Db, filter: CampaignFilter): Knex.QueryBuilder {
  const search = filter.search || filter.q;
  return db('campaigns as c').modify((rows: Knex.QueryBuilder) => {
    if (filter.id) rows.whereIn('c.id', filter.id);
    if (filter.status) rows.where('c.status', filter.status);
    if (filter.test_mode !== undefined) rows.where('c.test_mode', filter.test_mode);
    if (search) rows.whereILike('c.subject', likeContaining(search));
  });
}

export async function listCampaigns(
  db: Db,
  filter: CampaignFilter,
  { sort, order, offset, limit }: Page,
): Promise<{ rows: CampaignRow[]; total: number }> {
  const [counted] = await campaigns(db, filter).count({ total: '*' });
  const rows = await withAuthor(campaigns(db, filter))
    .orderBy([
      { column: `c.${sort}`, order },
      { column: 'c.id', order },
    ])
    .offset(offset)
    .limit(limit);
  return { rows, total: counted.total };
}

export interface RecipientRow {
  id: number;
  email: string;
  status: RecipientStatus;
  error: string | null;
  at: Date;
}

function recipients(db: Db, campaignId: string, filter: RecipientFilter): Knex.QueryBuilder {
  const search = filter.search || filter.q;
  return db('campaign_recipients')
    .where({ campaign_id: campaignId })
    .modify((rows: Knex.QueryBuilder) => {
      if (filter.status) rows.where({ status: filter.status });
      if (search) rows.whereILike('email', likeContaining(search));
    });
}

export async function listRecipients(
  db: Db,
  campaignId: string,
  filter: RecipientFilter,
  { offset, limit }: Pick<Page, 'offset' | 'limit'>,
): Promise<{ rows: RecipientRow[]; total: number }> {
  const [counted] = await recipients(db, campaignId, filter).count({ total: '*' });
  const rows = await recipients(db, campaignId, filter)
    .select('id', 'email', 'status', 'error', 'at')
    .orderBy('id')
    .offset(offset)
    .limit(limit);
  return { rows, total: counted.total };
}

/** Deletes the campaign's letters that are still queued; their recipients become pending again. */
export async function takeBackLetters(trx: Knex.Transaction, id: string): Promise<void> {
  await trx.raw(
    `with back as (
       delete from mails m using campaign_recipients r
       where r.campaign_id = ? and r.status = 'queued' and m.recipient_id = r.id and m.status = 'queued'
       returning m.recipient_id
     )
     update campaign_recipients set status = 'pending' where id in (select recipient_id from back)`,
    [id],
  );
}

export async function skipPending(trx: Knex.Transaction, id: string, error: string, at: Date): Promise<void> {
  const skipped = await trx('campaign_recipients')
    .where({ campaign_id: id, status: 'pending' })
    .update({ status: 'skipped', error, at });
  await trx('campaigns').where({ id }).increment('skipped', skipped);
}
