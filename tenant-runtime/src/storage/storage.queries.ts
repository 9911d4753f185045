import { type Db, rowsOf } from '@ostatok/kit/node/db.ts';

/**
 * Returns the bytes of the tenant's database without the security log: strangers fill it, no user can delete it, and it
 * has a limit of its own.
 */
export async function selectBytes(db: Db): Promise<number> {
  const [row] = await rowsOf<{ bytes: string | number }>(
    db,
    'database-bytes',
    `select pg_database_size(current_database()) - pg_total_relation_size('security_events') as bytes`,
    [],
  );
  return Number(row?.bytes ?? 0);
}
