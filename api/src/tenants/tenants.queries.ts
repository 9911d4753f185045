import { VENUE_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../platform/tables.ts';
import { failedProvision } from '../platform/tenant-rows.queries.ts';

const RETENTION_MS = VENUE_RETENTION_DAYS * 86_400_000;

export function findBySubdomain(db: Db, subdomain: string): Promise<TenantRow | undefined> {
  return db('tenants').where({ subdomain }).whereNot({ status: 'deleted' }).first();
}

export function listOwned(db: Db, ownerId: number): Promise<TenantRow[]> {
  return db('tenants').where({ owner_id: ownerId }).whereNot({ status: 'deleted' }).orderBy('created_at', 'desc');
}

/** The owner who asks for a subdomain, and when. */
export interface SubdomainWish {
  ownerId: number;
  at: Date;
}

/**
 * Deleted tenants whose subdomain is reserved for their owner against this one, for as long as they can be restored:
 * another tenant there would receive their staff, QR codes and old links. The owner of a deleted account is whoever has
 * verified the same address since.
 */
const reservedAgainst = (db: Db, { ownerId, at }: SubdomainWish) =>
  db('tenants')
    .where({ 'tenants.status': 'deleted' })
    .whereNull('tenants.purged_at')
    .where('tenants.deleted_at', '>', new Date(at.getTime() - RETENTION_MS))
    .whereNotExists(failedProvision(db))
    .whereNotExists(
      db({ former: 'users' })
        .join({ asking: 'users' }, 'asking.id', db.raw('?', [ownerId]))
        .whereRaw('former.id = tenants.owner_id')
        .whereRaw('(former.id = asking.id or (former.email = asking.email and asking.email_verified))')
        .select(db.raw('1')),
    );

/** Returns which of the subdomains this owner may not use: those of existing tenants, and those reserved for others. */
export async function takenSubdomains(db: Db, candidates: string[], wish: SubdomainWish): Promise<Set<string>> {
  const ofExisting: string[] = await db('tenants')
    .whereIn('subdomain', candidates)
    .whereNot({ status: 'deleted' })
    .pluck('subdomain');
  const reserved: string[] = await reservedAgainst(db, wish).whereIn('subdomain', candidates).pluck('subdomain');
  return new Set([...ofExisting, ...reserved]);
}

/**
 * Call it after the new tenant was inserted: nobody else can use the subdomain until the transaction ends, and a
 * deletion that the insertion waited for is seen.
 */
export const isReserved = async (trx: Knex.Transaction, subdomain: string, wish: SubdomainWish): Promise<boolean> =>
  Boolean(await reservedAgainst(trx, wish).where({ subdomain }).first('tenants.id'));
