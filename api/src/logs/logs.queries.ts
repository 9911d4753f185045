import type { Db } from '@ostatok/kit/node/db.ts';

/** Returns the id of the account with this address. */
export async function userIdOf(db: Db, email: string): Promise<number | undefined> {
  const row = await db('users').where({ email: email.toLowerCase() }).first('id');
  return row?.id;
}

export async function emailsOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db('users').whereIn('id', ids).select('id', 'email');
  return new Map(rows.map(({ id, email }: { id: number; email: string }) => [id, email]));
}

/** Returns the id of the tenant with this id or, among those not deleted, this subdomain. */
export async function tenantIdOf(db: Db, which: string): Promise<string | undefined> {
  const row = await db('tenants')
    .where({ id: which })
    .orWhere((living) => void living.where({ subdomain: which.toLowerCase() }).whereNot({ status: 'deleted' }))
    .first('id');
  return row?.id;
}

export async function subdomainsOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db('tenants').whereIn('id', ids).select('id', 'subdomain');
  return new Map(rows.map(({ id, subdomain }: { id: string; subdomain: string }) => [id, subdomain]));
}
