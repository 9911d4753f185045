import type { Db } from '@ostatok/kit/node/db.ts';
import type { Site } from './site-text.ts';

/** The sites of all tenants that are not deleted. */
export const listSites = (db: Db): Promise<Site[]> =>
  db('tenants').whereNot({ status: 'deleted' }).orderBy('number').select('id as tenantId', 'subdomain');

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
