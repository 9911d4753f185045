import type { Db } from '@ostatok/kit/node/db.ts';

/** A tenant that is not deleted, and its own domain, if it has one. */
export interface SiteRow {
  id: string;
  subdomain: string;
  name: string | null;
  certificate: string | null;
  key_sealed: string | null;
}

export const listSites = (db: Db): Promise<SiteRow[]> =>
  db('tenants as t')
    .leftJoin('own_domains as d', 'd.tenant_id', 't.id')
    .whereNot('t.status', 'deleted')
    .orderBy('t.number')
    .select('t.id', 't.subdomain', 'd.name', 'd.certificate', 'd.key_sealed');

/** Returns those of these ids that a tenant has or has had. */
export async function knownTenants(db: Db, ids: string[]): Promise<Set<string>> {
  return new Set(ids.length > 0 ? await db('tenants').whereIn('id', ids).pluck('id') : []);
}

export async function putProblem(db: Db, place: string, problem: string, at: Date): Promise<void> {
  await db('site_problems')
    .insert({ place, problem, since: at, seen_at: at })
    .onConflict('place')
    .merge({ problem, seen_at: at });
}

export async function dropProblem(db: Db, place: string): Promise<void> {
  await db('site_problems').where({ place }).delete();
}
