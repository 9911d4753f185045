import type { Db } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../platform/tables.ts';

type Venue = Pick<
  TenantRow,
  | 'id'
  | 'subdomain'
  | 'display_name'
  | 'status'
  | 'suspended_by'
  | 'suspended_at'
  | 'endpoint'
  | 'created_at'
  | 'deleted_at'
>;
const columns = [
  'id',
  'subdomain',
  'display_name',
  'status',
  'suspended_by',
  'suspended_at',
  'endpoint',
  'created_at',
  'deleted_at',
] as const;

const among = (db: Db, keys: string[] | undefined) =>
  db('tenants').modify((rows) => {
    if (keys) rows.whereIn('id', keys);
  });

/** Tenants that are not deleted and whose subdomain has the prefix. */
export const listWithPrefix = (db: Db, prefix: string, keys?: string[]): Promise<Venue[]> =>
  among(db, keys)
    .whereNot({ status: 'deleted' })
    .whereRaw('starts_with(subdomain, ?)', [prefix])
    .orderBy('number')
    .select(...columns);

/** Deleted tenants whose data still exists. */
export const listDeleted = (db: Db, keys?: string[]): Promise<Venue[]> =>
  among(db, keys)
    .where({ status: 'deleted' })
    .whereNull('purged_at')
    .orderBy('number')
    .select(...columns);

/** Tenants that are not deleted. */
export const listLiving = (db: Db, keys?: string[]): Promise<TenantRow[]> =>
  among(db, keys).whereNot({ status: 'deleted' }).orderBy('number').select('*');

/** The running provision of a tenant that is being created. */
export const findUnfinishedProvision = (db: Db, tenantId: string): Promise<{ id: string } | undefined> =>
  db('provisions').where({ tenant_id: tenantId, status: 'running' }).first('id');

export async function countLiving(db: Db): Promise<number> {
  const [row] = await db('tenants').whereNot({ status: 'deleted' }).count({ n: '*' });
  return Number(row?.n ?? 0);
}
