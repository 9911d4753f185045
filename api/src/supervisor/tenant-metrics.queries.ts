import type { Db } from '@ostatok/kit/node/db.ts';

/** Counts tenants that are not deleted by their status; those that fail to start are `down`. */
export const tenantCounts = async (db: Db): Promise<{ status: string; count: number }[]> =>
  (
    await db.raw(
      `select case when status = 'active' and start_failed_at is not null then 'down' else status end as status,
              count(*) as count
         from tenants where status <> 'deleted' group by 1`,
    )
  ).rows;

export const subdomainsById = async (db: Db, ids: string[]): Promise<Map<string, string>> =>
  new Map(
    (await db('tenants').whereRaw('id = any(?)', [ids]).select('id', 'subdomain')).map(({ id, subdomain }) => [
      id,
      subdomain,
    ]),
  );

/** Returns the sizes of those of these databases that exist. */
export async function databaseSizesOf(server: Db, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await server.raw(
    'select datname as id, pg_database_size(oid) as bytes from pg_database where datname = any(?)',
    [ids],
  );
  return new Map(rows.map(({ id, bytes }: { id: string; bytes: number }) => [id, bytes]));
}
