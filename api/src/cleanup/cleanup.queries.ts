import type { Db } from '@ostatok/kit/node/db.ts';

export interface AuditRow {
  id: string;
  subdomain: string;
  status: 'creating' | 'active' | 'suspended' | 'deleted';
  endpoint: string | null;
  created_at: Date;
  owner_email: string;
  owner_status: string;
  owner_deleted: boolean;
}

export function listTenantsForAudit(db: Db): Promise<AuditRow[]> {
  return db('tenants')
    .join('users', 'users.id', 'tenants.owner_id')
    .orderBy('tenants.created_at', 'desc')
    .select(
      'tenants.id',
      'tenants.subdomain',
      'tenants.status',
      'tenants.endpoint',
      'tenants.created_at',
      'users.email as owner_email',
      'users.status as owner_status',
      db.raw('users.deleted_at is not null as owner_deleted'),
    );
}

/** Databases of the main server that bear a venue's name. */
export async function listTenantDatabases(db: Db): Promise<string[]> {
  const { rows } = await db.raw(`select datname from pg_database where datname ~ '^t[a-z0-9]{10}$'`);
  return rows.map((row: { datname: string }) => row.datname);
}
