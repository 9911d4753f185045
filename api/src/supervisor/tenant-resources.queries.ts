import type { Db } from '@ostatok/kit/node/db.ts';
import type { Load } from '../hosting/process-load.ts';

/** Stores the load of running tenants, and clears that of tenants that have stopped. */
export async function storeLoads(db: Db, loads: Load[], stopped: string[]): Promise<void> {
  await db.raw(
    `insert into tenant_resources (tenant_id, cpu_percent, memory_bytes, load_measured_at)
     select id, cpu, memory, now() from unnest(?::text[], ?::integer[], ?::bigint[]) as u (id, cpu, memory)
       join tenants using (id)
     on conflict (tenant_id) do update set cpu_percent = excluded.cpu_percent, memory_bytes = excluded.memory_bytes,
       load_measured_at = excluded.load_measured_at`,
    [loads.map(({ id }) => id), loads.map(({ cpu_percent }) => cpu_percent), loads.map((one) => one.memory_bytes)],
  );
  if (stopped.length === 0) return;
  await db('tenant_resources')
    .whereIn('tenant_id', stopped)
    .update({ cpu_percent: null, memory_bytes: null, load_measured_at: null });
}

export async function storeDiskSizes(db: Db, sizes: { id: string; bytes: number }[]): Promise<void> {
  await db.raw(
    `insert into tenant_resources (tenant_id, disk_bytes)
     select id, bytes from unnest(?::text[], ?::bigint[]) as u (id, bytes) join tenants using (id)
     on conflict (tenant_id) do update set disk_bytes = excluded.disk_bytes`,
    [sizes.map(({ id }) => id), sizes.map(({ bytes }) => bytes)],
  );
}

/** Tenants whose databases may have changed since they were measured, the longest ago first. */
export const listUnmeasured = (db: Db): Promise<string[]> =>
  db('tenants')
    .leftJoin('tenant_resources as r', 'r.tenant_id', 'tenants.id')
    .whereNull('tenants.purged_at')
    .where((or) =>
      or
        .whereNull('r.database_measured_at')
        .orWhereNotNull('tenants.endpoint')
        // the moment of its last use is written some minutes after that use
        .orWhereRaw(`tenants.last_active_at > r.database_measured_at - interval '30 minutes'`),
    )
    .orderByRaw('r.database_measured_at nulls first, tenants.number')
    .pluck('tenants.id');

/** A tenant whose database does not exist gets null. */
export async function storeDatabaseSizes(db: Db, ids: string[], sizes: Map<string, number>): Promise<void> {
  await db.raw(
    `insert into tenant_resources (tenant_id, database_bytes, database_measured_at)
     select id, bytes, now() from unnest(?::text[], ?::bigint[]) as u (id, bytes) join tenants using (id)
     on conflict (tenant_id) do update set database_bytes = excluded.database_bytes,
       database_measured_at = excluded.database_measured_at`,
    [ids, ids.map((id) => sizes.get(id) ?? null)] as never,
  );
}
