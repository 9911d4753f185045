import type { Db } from '@ostatok/kit/node/db.ts';

export async function selectNow(db: Db): Promise<Date> {
  const { rows } = await db.raw('select clock_timestamp() as now');
  return rows[0].now;
}
