import type { TenantStatus } from '@ostatok/api/contract/provision.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export type Row = Record<string, unknown>;
type Rows = Promise<Row[]>;

export interface ExportedUser {
  id: number;
  email: string;
  email_verified: boolean;
  name: string;
  company_name: string | null;
  phone: string | null;
  role: 'admin' | 'customer';
  status: string;
  created_at: Date;
  updated_at: Date;
  consent_at: Date | null;
  consent_withdrawn_at: Date | null;
}

export const selectUser = (db: Db, id: number): Promise<ExportedUser | undefined> =>
  db('users')
    .where({ id })
    .whereNull('deleted_at')
    .first(
      'id',
      'email',
      'email_verified',
      'name',
      'company_name',
      'phone',
      'role',
      'status',
      'created_at',
      'updated_at',
      'consent_at',
      'consent_withdrawn_at',
    );

export interface ExportedTenantRow {
  id: string;
  subdomain: string;
  display_name: string;
  status: TenantStatus;
  timezone: string;
  bot_id: number | null;
  bot_username: string | null;
  admin_username: string;
  stats: unknown;
  last_active_at: Date;
  created_at: Date;
  suspended_by: string | null;
  suspended_at: Date | null;
  deleted_at: Date | null;
  purged_at: Date | null;
}

/** A failed order (for example, Telegram refused the token) has created no tenant. */
const wasRefused = (db: Db) =>
  db('provisions')
    .whereRaw('provisions.tenant_id = tenants.id')
    .where('provisions.status', 'failed')
    .select(db.raw('1'));

export const selectUnopened = (db: Db, ownerId: number): Rows =>
  db('tenants')
    .where({ owner_id: ownerId, status: 'deleted' })
    .whereExists(wasRefused(db))
    .orderBy('number')
    .select('id', 'subdomain', 'display_name', 'bot_id', 'admin_username', 'created_at', 'deleted_at');

export const selectTenants = (db: Db, ownerId: number): Promise<ExportedTenantRow[]> =>
  db('tenants')
    .where({ owner_id: ownerId })
    .where((opened) => opened.whereNot({ status: 'deleted' }).orWhereNotExists(wasRefused(db)))
    .orderBy('number')
    .select('id', 'subdomain', 'display_name', 'status', 'timezone', 'bot_id', 'bot_username', 'bot_state')
    .select('bot_state_at', 'admin_username', 'stats', 'last_active_at', 'created_at', 'suspended_by', 'suspended_at')
    .select<ExportedTenantRow[]>('deleted_at', 'purged_at');

interface ExportedSubscriptionRow {
  plan: string;
  plan_name: string;
  status: 'active' | 'past_due' | 'canceled' | 'expired';
  billing_period: 'monthly' | 'yearly';
  current_period_end: Date | null;
}

export const selectSubscription = (db: Db, userId: number): Promise<ExportedSubscriptionRow | undefined> =>
  db('subscriptions as s')
    .join('plans as p', 'p.id', 's.plan_id')
    .leftJoin('plans as d', 'd.id', 's.deferred_plan_id')
    .where('s.user_id', userId)
    .first('s.*', 'p.name as plan_name', 'p.display_name as plan', 'd.name as deferred_plan');

/** Sums are in kopecks. */
export const selectPayments = (db: Db, userId: number): Rows =>
  db('payments as p')
    .join('plans', 'plans.id', 'p.plan_id')
    .where('p.user_id', userId)
    .orderBy('p.created_at', 'desc')
    .select('p.id', 'p.created_at', 'plans.name as plan_name', 'p.billing_period', 'p.amount', 'p.price', 'p.currency')
    .select('p.status', 'p.kind', 'p.description', 'p.outcome', 'p.payer_email', 'p.provider', 'p.provider_payment_id')
    .select('p.cancellation_reason', 'p.settled_at', 'p.receipt_sent_at', 'p.withdrawn_at', 'p.withdrawn_reason');

const ofUser =
  (table: string, order: string, ...columns: string[]) =>
  (db: Db, userId: number): Rows =>
    db(table).where({ user_id: userId }).orderBy(order).select(columns);

/**
 * Plain tables with a user's rows, by the section name in the export. They include no secrets and no hashes of secrets.
 */
export const plainSections = {
  payment_methods: ofUser(
    'payment_methods',
    'created_at',
    'provider',
    'title',
    'created_at',
    'removed_at',
    'removed_reason',
  ),
  identities: ofUser('identities', 'created_at', 'provider', 'subject', 'email', 'created_at', 'used_at'),
  sessions: ofUser(
    'sessions',
    'created_at',
    'started_at',
    'created_at',
    'expires_at',
    'remember',
    'ip',
    'user_agent',
    'used_at',
    'revoked_at',
  ),
  totp_factors: ofUser('totp_factors', 'created_at', 'created_at', 'confirmed_at'),
  passkeys: ofUser('passkeys', 'created_at', 'name', 'created_at', 'used_at'),
  recovery_codes: ofUser('recovery_codes', 'created_at', 'created_at', 'used_at'),
  sign_in_questions: ofUser('auth_challenges', 'created_at', 'purpose', 'created_at', 'expires_at'),
  links: ofUser('link_tokens', 'created_at', 'purpose', 'created_at', 'expires_at', 'used_at'),
  subscription_periods: (db, userId) =>
    db('subscription_periods as s')
      .join('plans as p', 'p.id', 's.plan_id')
      .where('s.user_id', userId)
      .orderBy('s.starts_at')
      .select('s.id', 'p.name as plan_name', 's.billing_period', 's.kind', 's.price', 's.starts_at', 's.ends_at')
      .select('s.agreed_price', 's.closed_at', 's.closed_by', 's.created_at'),
  balance: ofUser('billing_ledger', 'id', 'at', 'kind', 'amount', 'payment_id', 'refund_id', 'period_id'),
  subscription_events: ofUser('billing_events', 'id', 'at', 'event', 'from_state', 'to_state', 'data'),
  notices: ofUser('billing_notices', 'at', 'kind', 'about', 'at'),
  refunds: (db, userId) =>
    db('refunds as r')
      .join('payments as p', 'p.id', 'r.payment_id')
      .where('p.user_id', userId)
      .orderBy('r.created_at')
      .select('r.id', 'r.payment_id', 'r.amount', 'r.reason', 'r.status', 'r.provider_refund_id', 'r.created_at')
      .select('r.settled_at'),
  campaign_letters: (db, userId) =>
    db('campaign_recipients as r')
      .join('campaigns as c', 'c.id', 'r.campaign_id')
      .where('r.user_id', userId)
      .orderBy('r.id')
      .select('c.subject', 'r.email', 'r.status', 'r.error', 'r.at'),
  mail_preferences: ofUser(
    'mail_preferences',
    'user_id',
    'unsubscribed_at',
    'bounced_email',
    'bounce_error',
    'bounced_at',
  ),
  security_events: (db, userId) =>
    db('security_events')
      .where({ user_id: userId })
      .orWhere({ actor_id: userId })
      .orderBy('id')
      .select('at', 'event', 'count', 'target', 'details')
      // the address and the device of another person are personal data of that person
      .select(db.raw('case when coalesce(actor_id, user_id) = ? then ip end as ip', [userId]))
      .select(db.raw('case when coalesce(actor_id, user_id) = ? then device end as device', [userId])),
  preferences: ofUser('admin_preferences', 'key', 'key', 'value', 'updated_at'),
  provisions: (db, userId) =>
    db('provisions as p')
      .join('tenants as t', 't.id', 'p.tenant_id')
      .where('t.owner_id', userId)
      .orderBy('p.created_at')
      .select('p.tenant_id', 'p.status', 'p.steps', 'p.error', 'p.created_at', 'p.finished_at'),
  proposals: (db, userId) =>
    db('alias_proposals as a')
      .join('tenants as t', 't.id', 'a.tenant_id')
      .where('t.owner_id', userId)
      .orderBy('a.id')
      .select('a.tenant_id', 'a.status', 'a.ean', 'a.description', 'a.brand', 'a.category', 'a.subcategory')
      .select('a.volume_ml', 'a.weight_empty_g', 'a.weight_full_g', 'a.density_g_per_ml', 'a.alcohol_percent')
      .select('a.manufacturer', 'a.country_origin', 'a.weighings', 'a.created_at', 'a.reason', 'a.decided_at'),
  matches: (db, userId) =>
    db('tenant_matches as m')
      .join('tenants as t', 't.id', 'm.tenant_id')
      .join('aliases as a', 'a.id', 'm.alias_id')
      .where('t.owner_id', userId)
      .orderBy(['m.tenant_id', 'm.item_id'])
      .select('m.tenant_id', 'm.item_id', 'm.name', 'a.ean', 'a.description', 'm.at'),
} satisfies Record<string, (db: Db, userId: number) => Rows>;
export type PlainSection = keyof typeof plainSections;

/** Letters to the user's address since the account was created: a deleted user may have had the address before. */
export const selectLetters = (db: Db, { email, created_at }: Pick<ExportedUser, 'email' | 'created_at'>): Rows =>
  db('mails')
    .where({ recipient: email })
    .where('created_at', '>=', created_at)
    .orderBy('created_at')
    .select('template', 'status', 'created_at', 'settled_at');

/** Activity by the user, and activity about the user and their tenants. */
export const selectActivity = (db: Db, userId: number): Rows =>
  db('activity')
    .where({ actor_id: userId })
    .orWhere({ target: `user:${userId}` })
    .orWhereIn('target', db('tenants').where({ owner_id: userId }).select(db.raw(`'tenant:' || id`)))
    .orderBy('id')
    .select('action', 'description', 'target', 'at')
    // the address of another person, such as an administrator, is personal data of that person
    .select(db.raw('case when actor_id = ? then ip end as ip', [userId]));

/** Reads everything from one snapshot. */
export const asOfOneMoment = <T>(db: Knex, read: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', readOnly: true });
