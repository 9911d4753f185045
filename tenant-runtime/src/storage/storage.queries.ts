import { type Db, rowsOf } from '@ostatok/kit/node/db.ts';

/** All that the venue's database takes on the disk. */
export async function selectBytes(db: Db): Promise<number> {
  const [row] = await rowsOf<{ bytes: string | number }>(
    db,
    'database-bytes',
    'select pg_database_size(current_database()) as bytes',
    [],
  );
  return Number(row?.bytes ?? 0);
}
