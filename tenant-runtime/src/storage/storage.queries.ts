import { type Db, rowsOf } from '@ostatok/kit/node/db.ts';

/** What the venue's database takes on the disk, but for the log: strangers write it, nobody may delete it, and it has its own measure. */
export async function selectBytes(db: Db): Promise<number> {
  const [row] = await rowsOf<{ bytes: string | number }>(
    db,
    'database-bytes',
    `select pg_database_size(current_database()) - pg_total_relation_size('security_events') as bytes`,
    [],
  );
  return Number(row?.bytes ?? 0);
}
