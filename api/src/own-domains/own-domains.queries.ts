import type { Db } from '@ostatok/kit/node/db.ts';

export interface OwnDomainRow {
  id: number;
  tenant_id: string;
  name: string;
  certificate: string | null;
  key_sealed: string | null;
  expires_at: Date | null;
  order_at: Date;
  /** Orders in a row that failed. */
  failures: number;
  problem: string | null;
  problem_since: Date | null;
}

const domains = (db: Db) => db<OwnDomainRow>('own_domains');

/** Domains of tenants that are not deleted. */
const living = (db: Db) =>
  db('own_domains as d').join('tenants as t', 't.id', 'd.tenant_id').whereNot('t.status', 'deleted');

export const findDomain = (db: Db, tenantId: string): Promise<OwnDomainRow | undefined> =>
  domains(db).where({ tenant_id: tenantId }).first();

export const listDomains = (db: Db): Promise<{ name: string; subdomain: string }[]> =>
  living(db).select('d.name', 't.subdomain');

/** A deleted tenant keeps its domain only until somebody else is given it. */
export async function dropOfDeleted(db: Db, name: string): Promise<void> {
  const deleted = db('tenants').where({ status: 'deleted' }).select('id');
  await domains(db).where({ name }).whereIn('tenant_id', deleted).delete();
}

/** Returns false when another tenant has the domain. */
export async function putDomain(db: Db, tenantId: string, name: string, at: Date): Promise<boolean> {
  await domains(db).where({ tenant_id: tenantId }).delete();
  const put = await domains(db)
    .insert({ tenant_id: tenantId, name, order_at: at })
    .onConflict('name')
    .ignore()
    .returning('id');
  return put.length > 0;
}

export const dropDomain = (db: Db, tenantId: string): Promise<number> =>
  domains(db).where({ tenant_id: tenantId }).delete();

export const listDue = (db: Db, at: Date): Promise<OwnDomainRow[]> =>
  living(db).where('d.order_at', '<=', at).orderBy('d.order_at').select('d.*');

type Outcome = Partial<Omit<OwnDomainRow, 'id' | 'tenant_id' | 'name'>>;

/** Returns false when the domain was taken from the tenant meanwhile. */
export async function recordOutcome(db: Db, { id, name }: OwnDomainRow, outcome: Outcome): Promise<boolean> {
  return (await domains(db).where({ id, name }).update(outcome)) > 0;
}

export const putChallenge = (db: Db, token: string, answer: string, at: Date) =>
  db('acme_challenges').insert({ token, answer, created_at: at }).onConflict('token').merge();

export async function dropChallenge(db: Db, token: string): Promise<void> {
  await db('acme_challenges').where({ token }).delete();
}

export const dropChallengesBefore = (db: Db, before: Date): Promise<number> =>
  db('acme_challenges').where('created_at', '<', before).delete();

export async function findAnswer(db: Db, token: string): Promise<string | undefined> {
  const row = await db('acme_challenges').where({ token }).first('answer');
  return row?.answer;
}

export const findAccount = (
  db: Db,
  directory: string,
): Promise<{ key_sealed: string; url: string | null } | undefined> =>
  db('acme_accounts').where({ directory }).first('key_sealed', 'url');

/** Of two processes at once, the first one's key stays. */
export async function putAccountKey(db: Db, directory: string, keySealed: string): Promise<void> {
  await db('acme_accounts').insert({ directory, key_sealed: keySealed }).onConflict('directory').ignore();
}

export async function setAccountUrl(db: Db, directory: string, url: string): Promise<void> {
  await db('acme_accounts').where({ directory }).update({ url });
}
