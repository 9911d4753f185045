import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import type { BackupFilter, BackupProtection } from '@ostatok/api/contract/backups.ts';
import { type Db, type Knex, likeContaining, type RowOf } from '@ostatok/kit/node/db.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Manifest } from './files.ts';

export interface BackupRow extends RowOf<Omit<Backup, 'elsewhere'>, 'verified_at' | 'created_at' | 'finished_at'> {
  /** The id of the folder or bucket; null for a backup made before places were told apart. */
  place: string | null;
}

const ofTenant = (rows: Knex.QueryBuilder, tenantId: string | null): Knex.QueryBuilder =>
  tenantId === null ? rows.whereNull('tenant_id') : rows.where({ tenant_id: tenantId });

export async function insertBackup(
  db: Db,
  backup: Pick<BackupRow, 'id' | 'tenant_id' | 'subdomain' | 'created_at' | 'place'>,
): Promise<void> {
  await db('backups').insert(backup);
}

export async function updateBackup(db: Db, id: string, changes: Partial<BackupRow>): Promise<BackupRow> {
  const [row] = await db('backups').where({ id }).update(changes).returning('*');
  return row;
}

export const findBackup = (db: Db, id: string): Promise<BackupRow | undefined> => db('backups').where({ id }).first();

export async function listBackups(
  db: Db,
  { id, tenant_id, status, search, q }: BackupFilter,
  { sort, order, offset, limit }: ListPage,
): Promise<{ rows: BackupRow[]; total: number }> {
  const base = db('backups').modify((rows) => {
    if (id) rows.whereIn('id', id);
    if (status) rows.where({ status });
    if (tenant_id) ofTenant(rows, tenant_id === 'platform' ? null : tenant_id);
    const words = search || q;
    if (!words) return;
    const like = likeContaining(words);
    const venues = db('tenants').whereILike('subdomain', like).orWhereILike('display_name', like).select('id');
    rows.where((any) => any.whereILike('tenant_id', like).orWhereIn('tenant_id', venues));
  });
  const [counted] = await base.clone().count({ n: '*' });
  const rows = await base
    .select('*')
    .orderBy([
      { column: sort, order, nulls: 'last' },
      { column: 'id', order },
    ])
    .offset(offset)
    .limit(limit);
  return { rows, total: Number(counted?.n ?? 0) };
}

/** Marks backups as failed that a process which died has left running. */
export const failInterrupted = (
  db: Db,
  tenantId: string | null,
  error: string,
  at: Date,
): Promise<Pick<BackupRow, 'id' | 'place'>[]> =>
  ofTenant(db('backups').where({ status: 'running' }), tenantId)
    .update({ status: 'failed', error, finished_at: at })
    .returning(['id', 'place']);

export const pluckRunning = (db: Db): Promise<(string | null)[]> =>
  db('backups').where({ status: 'running' }).distinct().pluck('tenant_id');

/** The newest backup comes first. */
export const listOfTenant = (db: Db, tenantId: string | null): Promise<BackupRow[]> =>
  ofTenant(db('backups'), tenantId).orderBy('created_at', 'desc').select('*');

/** Returns how many rows were deleted. */
export const deleteBackups = (db: Db, ids: string[]): Promise<number> => db('backups').whereIn('id', ids).delete();

export interface Latest {
  tenant_id: string | null;
  /** The newest good backup. */
  id: string;
  place: string | null;
  created_at: Date;
  verified_at: Date | null;
  /** The last successful trial of any backup of this database. */
  proven_at: Date | null;
}

/**
 * The newest good backup of each tenant and of the platform. Backups dated in the future by a clock that ran ahead are
 * ignored until then.
 */
export const listLatest = (db: Db, now: Date): Promise<Latest[]> =>
  db('backups')
    .where({ status: 'done' })
    .where('created_at', '<=', now)
    .distinctOn('tenant_id')
    .orderBy([{ column: 'tenant_id' }, { column: 'created_at', order: 'desc' }])
    .select(
      'tenant_id',
      'id',
      'place',
      'created_at',
      'verified_at',
      db.raw('max(verified_at) filter (where verified_at <= ?) over (partition by tenant_id) as proven_at', [now]),
    );

/** Counts the databases whose last backup failed. */
export async function countFailing(db: Db): Promise<number> {
  const { rows } = await db.raw(
    `select count(*)::int as n from (
       select distinct on (tenant_id) status from backups where status <> 'running' order by tenant_id, created_at desc) last
      where status = 'failed'`,
  );
  return rows[0].n;
}

/** Returns those of these backups that have failed, with their errors. */
export const listFailed = (db: Db, ids: string[]): Promise<Pick<BackupRow, 'id' | 'error'>[]> =>
  db('backups').whereRaw('id = any(?::uuid[])', [ids]).where({ status: 'failed' }).select('id', 'error');

/** Returns those of these backups that have failed here before they were whole. */
export const pluckNeverWhole = (db: Db, ids: string[], place: string): Promise<string[]> =>
  db('backups').whereRaw('id = any(?::uuid[])', [ids]).where({ status: 'failed', place, sha256: null }).pluck('id');

export interface Found {
  manifest: Manifest;
  place: string | null;
  protection: BackupProtection | null;
}

/**
 * Inserts a row for a file that has none, as after a restore of the platform's own database, or that counts again.
 * Returns how many were changed.
 */
export async function adopt(db: Db, { manifest, place, protection }: Found): Promise<number> {
  const { id, tenant_id, subdomain, created_at, bytes, sha256 } = manifest;
  const outcome = { status: 'done', place, protection, bytes, sha256, error: null, finished_at: created_at };
  const rows = await db('backups')
    .insert({ id, tenant_id, subdomain, created_at, ...outcome })
    .onConflict('id')
    .merge(outcome)
    .whereNot('backups.status', 'done')
    .returning('id');
  return rows.length;
}

/** Notes that a good backup lies here now: its files were moved, or nobody had noted where they are. */
export async function claim(db: Db, { manifest: { id, sha256 }, place, protection }: Found): Promise<void> {
  await db('backups')
    .where({ id, sha256, status: 'done' })
    .whereRaw('place is distinct from ?', [place])
    .update({ place, protection });
}

/** The good backups that lie here, and those of which it is not known where they lie. */
export const listDoneAt = (db: Db, place: string | null): Promise<Pick<BackupRow, 'id' | 'place'>[]> =>
  db('backups')
    .where({ status: 'done' })
    .where((row) => row.whereNull('place').orWhere({ place }))
    .select('id', 'place');

/** Marks a good backup of this place as failed. */
export const failDone = (db: Db, { id, place }: Pick<BackupRow, 'id' | 'place'>, error: string): Promise<number> =>
  db('backups').where({ id, place, status: 'done' }).update({ status: 'failed', error });

/** The databases that have backups here. */
export const pluckTenantsAt = (db: Db, place: string | null): Promise<(string | null)[]> =>
  db('backups').where({ place }).distinct().pluck('tenant_id');

/** Those of these tenants whose data was deleted for good. */
export const pluckPurged = (db: Db, tenantIds: string[]): Promise<string[]> =>
  db('tenants').whereRaw('id = any(?)', [tenantIds]).whereNotNull('purged_at').pluck('id');

/** When this installation was set up. */
export async function installedAt(db: Db): Promise<Date> {
  return (await db('knex_migrations').min({ at: 'migration_time' }).first())?.at ?? new Date(0);
}
