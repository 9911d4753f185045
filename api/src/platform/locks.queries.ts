import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { CleanupAction } from '../../contract/cleanup.ts';

/**
 * The advisory locks of the platform's database, which hold across all api processes. Who holds one may wait for a later
 * one in this list, never for an earlier one, and locks rows only after that: otherwise two could wait for each other.
 */
const inOrder = [
  /** One process runs an operation; the key is its id. */
  'operation',
  /** One process cleans up, restores or purges a thing; the key is the thing's. */
  'cleanup',
  /** Work on the backups of one tenant; the key is its id, empty for the platform itself. */
  'backup restore',
  'backup trial',
  'backup making',
  /** A tenant is being made or removed; the key is its id. */
  'provision',
  /** A tenant is being started or stopped; the key is its id. */
  'wake',
  /** One process orders certificates of own domains. */
  'certificates',
  /** One process changes the files of nginx on a machine; the key is the machine and the folder. */
  'sites',
  /** One process delivers a bot's updates to its webhook in the sandbox; the key is the bot's id. */
  'sandbox delivery',
  /** One writer of the plans' order. */
  'plan order',
  /** One writer of the catalogue, so that a reader of a revision has all earlier ones. */
  'catalogue',
  /** One writer of what owners call products, so that names that agree are counted once. */
  'synonyms',
  /** One administrator leaves at a time, so that the last two cannot leave at once. */
  'administrators',
] as const;
export type LockName = Exclude<(typeof inOrder)[number], 'cleanup'> | `cleanup ${CleanupAction}`;

const rankOf = (name: LockName): number => inOrder.findIndex((one) => name === one || name.startsWith(`${one} `));

const lastRank = new WeakMap<Knex.Transaction, number>();

function checkOrder(trx: Knex.Transaction, name: LockName): void {
  const rank = rankOf(name);
  if (rank < (lastRank.get(trx) ?? 0)) throw new Error(`the lock «${name}» is taken too late in its transaction`);
  lastRank.set(trx, rank);
}

/** Two hashes, or one for a lock without keys: these are different spaces of PostgreSQL. */
const keysOf = (key: string | undefined): string => (key === undefined ? 'hashtext(?)' : 'hashtext(?), hashtext(?)');
const valuesOf = (name: LockName, key: string | undefined): string[] => (key === undefined ? [name] : [name, key]);

/** Waits for the lock and holds it until the transaction ends. */
export async function takeLock(trx: Knex.Transaction, name: LockName, key?: string): Promise<void> {
  checkOrder(trx, name);
  await trx.raw(`select pg_advisory_xact_lock(${keysOf(key)})`, valuesOf(name, key));
}

/**
 * Takes the lock until the transaction ends, which may stay idle for as long as the work takes. Returns false when
 * somebody else holds it.
 */
export async function tryLock(trx: Knex.Transaction, name: LockName, key?: string): Promise<boolean> {
  checkOrder(trx, name);
  const { rows } = await trx.raw(
    `select pg_try_advisory_xact_lock(${keysOf(key)}) as held,
            set_config('idle_in_transaction_session_timeout', '0', true)`,
    valuesOf(name, key),
  );
  return rows[0].held;
}

/** Locks that a connection holds for as long as it lives. Their numbers must differ. */
const SINGLE_INSTANCE = 7_405_111;
const SENDERS = 7_405_112;

/** The only platform on its embedded database. */
export const TRY_SINGLE_INSTANCE_LOCK = `select pg_try_advisory_lock(${SINGLE_INSTANCE}) as free`;

/** A living sender of letters; $1 is its number. */
export const TAKE_SENDER_LOCK = `select pg_advisory_lock(${SENDERS}, $1::integer)`;

/** Takes a dead sender's lock until the transaction ends, so that only one process recovers its letters. */
export const IS_SENDER_DEAD = `select pg_try_advisory_xact_lock(${SENDERS}, ?::integer) as dead`;

/** A living api process that reads bots; $1 is its holder's id. */
const READERS = 7_405_113;
export const TAKE_READER_LOCK = `select pg_advisory_lock(${READERS}, hashtext($1))`;

/** The numbers of the api processes that read bots, as PostgreSQL shows them: an unsigned half of the lock's key. */
export const READER_NUMBERS = `select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${READERS} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`;
export const READER_NUMBER_OF = (holder: string): string => `(hashtext(${holder}::text)::bigint & 4294967295)`;

/** A tenant that an api process has acquired, whose connection shares the lock; $1 is the tenant's id. */
const ACQUIRED = 7_405_114;
export const SHARE_ACQUIRED_LOCK = `select pg_advisory_lock_shared(${ACQUIRED}, hashtext($1))`;
export const UNSHARE_ACQUIRED_LOCK = `select pg_advisory_unlock_shared(${ACQUIRED}, hashtext($1))`;

/** Whether no api process has acquired the tenant. The lock is given back at once, so nobody waits for it while a tenant stops. */
export async function isAcquiredByNobody(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.raw(
    `select case when pg_try_advisory_lock(${ACQUIRED}, hashtext(:id))
                 then pg_advisory_unlock(${ACQUIRED}, hashtext(:id)) else false end as free`,
    { id },
  );
  return rows[0].free;
}

export const RELEASE_LOCKS = 'select pg_advisory_unlock_all()';
