import type { Db } from '@ostatok/kit/node/db.ts';
import type { TenantStats } from '../../contract/internal.ts';

export async function selectStats(db: Db): Promise<TenantStats> {
  const { rows } = await db.raw<{ rows: (Omit<TenantStats, 'lastChangeAt'> & { lastChangeAt: Date | null })[] }>(
    `select (select count(*) from users where removed_at is null and not support) as "userCount",
            (select count(*) from items where deleted_at is null) as "itemCount",
            count(*) as "changeCount",
            (select created_at from changes order by seq desc limit 1) as "lastChangeAt"
       from changes`,
  );
  const [stats] = rows;
  if (!stats) throw new Error('no statistics');
  return { ...stats, lastChangeAt: stats.lastChangeAt?.toISOString() ?? null };
}

/** Throws while the database cannot be reached. */
export const ping = async (db: Db): Promise<void> => void (await db.raw('select 1'));
