import type { Db } from '@ostatok/kit/node/db.ts';
import { READER_NUMBER_OF, READER_NUMBERS } from '../platform/locks.queries.ts';

/** `unreachable`: Telegram has given no messages lately, for no fault of the owner. */
export type BotState = 'ok' | 'revoked' | 'conflict' | 'unreachable';

/** A tenant whose bot the platform reads; a suspended one is included, so that its users get an answer. */
export interface BotTarget {
  id: string;
  bot_token_sealed: string;
  bot_state: BotState;
  bot_token_version: number;
  bot_generation: number;
}

export interface LeasedBot extends BotTarget {
  /** In milliseconds by the database's clock, since machines' clocks may differ. */
  remaining: number;
}

/**
 * Takes free and expired leases, renews half-spent ones, and returns all leases of this holder. Rows that need no
 * change are not touched: locking a thousand of them every few seconds would cost more than the polling itself. A lease
 * that ends far later than any lease may was dated by a clock that has been set back since, and counts as free. So does
 * the lease of a process that is gone, if this one is sure to be seen. One that another process has released is left to
 * those that hold fewer than `share` leases, unless none of them takes it.
 */
export async function takeLeases(
  db: Db,
  { holder, leaseMs, share, isSeen }: { holder: string; leaseMs: number; share: number; isSeen: boolean },
): Promise<LeasedBot[]> {
  const { rows } = await db.raw(
    `with mine as (
       select count(*) as held from bot_leases where holder = cast(:holder as uuid) and expires_at > now()
     ), readers as materialized (
       ${READER_NUMBERS}
     ), released as (
       select tenant_id, row_number() over (order by tenant_id) as place
       from bot_leases where expires_at between now() - :lease * interval '1 ms' and now()
     ), free as (
       select l.tenant_id, l.holder, l.expires_at from bot_leases l left join released r using (tenant_id)
       where l.expires_at > now() + :most * interval '1 ms'
         or l.expires_at < now() - :lease * interval '1 ms'
         or r.place <= :share - (select held from mine)
         or (l.holder <> cast(:holder as uuid) and cast(:isSeen as boolean)
           and ${READER_NUMBER_OF('l.holder')} not in (select objid from readers))
     ), taken as (
       insert into bot_leases (tenant_id, holder, expires_at)
       select t.id, cast(:holder as uuid), now() + :lease * interval '1 ms'
       from tenants t left join bot_leases l on l.tenant_id = t.id
       where t.status in ('active', 'suspended') and t.bot_id is not null
         and (l.tenant_id is null or l.tenant_id in (select tenant_id from free)
           or (l.holder = cast(:holder as uuid)
             and l.expires_at between now() and now() + :half * interval '1 ms'))
       order by t.id
       on conflict (tenant_id) do update set holder = excluded.holder, expires_at = excluded.expires_at
       where (bot_leases.holder = excluded.holder and bot_leases.expires_at > now())
         -- compared whole: another process may have taken it meanwhile
         or (bot_leases.tenant_id, bot_leases.holder, bot_leases.expires_at) in (select * from free)
       returning tenant_id, expires_at
     ), held as (
       select tenant_id, expires_at from taken
       union all
       select tenant_id, expires_at from bot_leases
       where holder = cast(:holder as uuid) and expires_at > now() and tenant_id not in (select tenant_id from taken)
     )
     select t.id, t.bot_token_sealed, t.bot_state, t.bot_token_version, t.bot_generation,
       cast(extract(epoch from l.expires_at - now()) * 1000 as double precision) as remaining
     from held l join tenants t on t.id = l.tenant_id
     where t.status in ('active', 'suspended') order by t.id`,
    { holder, share, isSeen, lease: leaseMs, half: leaseMs / 2, most: 2 * leaseMs },
  );
  return rows;
}

/** Returns how many bots are read, and by how many living api processes; a process without the lock is not counted. */
export async function countReading(db: Db): Promise<{ bots: number; readers: number }> {
  const { rows } = await db.raw(
    `select (select count(*)::int from tenants where status in ('active', 'suspended') and bot_id is not null) as bots,
       (select count(*)::int from (${READER_NUMBERS}) r) as readers`,
  );
  return rows[0];
}

/** Whether a lease belongs to an api process that is gone. */
export async function isAnyReaderGone(db: Db, holder: string): Promise<boolean> {
  const { rows } = await db.raw(
    `select exists (
       select from (select distinct l.holder from bot_leases l join tenants t on t.id = l.tenant_id
                    where l.holder <> cast(? as uuid) and t.status in ('active', 'suspended')) l
       where ${READER_NUMBER_OF('l.holder')} not in (${READER_NUMBERS})) as gone`,
    [holder],
  );
  return rows[0].gone;
}

/** Lets others take these leases now; one that nobody takes for the time of a lease is free for all. */
export async function offerLeases(db: Db, holder: string, tenantIds: string[]): Promise<void> {
  await db('bot_leases').where({ holder }).whereIn('tenant_id', tenantIds).update({ expires_at: db.fn.now() });
}

export async function releaseLeases(db: Db, holder: string, tenantIds?: string[]): Promise<void> {
  const mine = db('bot_leases').where({ holder });
  await (tenantIds ? mine.whereIn('tenant_id', tenantIds) : mine).delete();
}

/** Drops the leases of all other holders, for a platform that is certainly the only process. */
export async function dropOtherLeases(db: Db, holder: string): Promise<void> {
  await db('bot_leases').whereNot({ holder }).delete();
}

const targetColumns = ['id', 'bot_token_sealed', 'bot_state', 'bot_token_version', 'bot_generation'];

const RECEIVING = ['active', 'suspended'];

export const listReceivingBots = (db: Db): Promise<BotTarget[]> =>
  db('tenants').whereIn('status', RECEIVING).whereNotNull('bot_id').orderByRaw('id collate "C"').select(targetColumns);

export const findReceivingBot = (db: Db, tenantId: string): Promise<BotTarget | undefined> =>
  db('tenants').where({ id: tenantId }).whereIn('status', RECEIVING).whereNotNull('bot_id').first(targetColumns);

/** With a token version, the state is set only for that token: a replaced token's state says nothing of the new one. */
export async function setBotState(db: Db, tenantId: string, state: BotState, tokenVersion?: number): Promise<void> {
  await db('tenants')
    .where({ id: tenantId, ...(tokenVersion === undefined ? {} : { bot_token_version: tokenVersion }) })
    .whereNot({ bot_state: state })
    .update({ bot_state: state, bot_state_at: db.fn.now() });
}

/** Sets the states of all bots that are read: Telegram is away from all of them, or back. */
export async function setReached(db: Db, isReached: boolean): Promise<void> {
  const [from, to] = isReached ? ['unreachable', 'ok'] : ['ok', 'unreachable'];
  await db('tenants')
    .whereIn('status', RECEIVING)
    .whereNotNull('bot_id')
    .where({ bot_state: from })
    .update({ bot_state: to, bot_state_at: db.fn.now() });
}

export const findBotState = (
  db: Db,
  tenantId: string,
): Promise<{ bot_state: BotState; bot_state_at: Date | null } | undefined> =>
  db('tenants').where({ id: tenantId }).first('bot_state', 'bot_state_at');
