import type { PushedVenue } from '@ostatok/api/contract/pushes.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { SentAlias, TakenAliases } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { ItemEnd } from '../operations/work.ts';
import { sendAliases, type TenantAddress } from '../supervisor/tenant-client.ts';
import {
  type StableTenant,
  StoppedOnOldRelease,
  type VenueCode,
  type VenueDatabase,
  type VenueDatabases,
} from '../venue-databases/venue-databases.service.ts';
import { findChangedAliases, findServed, setServed } from './pushes.queries.ts';

/** The most aliases in one call. */
const ALIASES_AT_ONCE = 5000;

export interface VenuePushDeps {
  venueDatabases: VenueDatabases;
  log: Logger;
}

export interface PushOrder {
  /** The catalogue revision to push up to. */
  revision: number;
  dryRun: boolean;
}

type Sending = { venue: VenueDatabase; id: string; address: TenantAddress | undefined; dryRun: boolean };

/** Returns the aliases that the tenant lacks, with the barcodes as it writes them. */
async function lackedBy(trx: Knex.Transaction, codes: VenueCode[], since: number): Promise<SentAlias[]> {
  const own = new Map<string, string>();
  const fresh: string[] = [];
  for (const code of codes) {
    const gtin = toGtin13(code.ean);
    if (!gtin) continue;
    own.set(gtin, code.ean);
    if (code.fresh) fresh.push(gtin);
  }
  const aliases = await findChangedAliases(trx, [...own.keys()], since, fresh);
  return aliases.map((alias) => ({ ...alias, ean: own.get(alias.ean) ?? alias.ean }));
}

function endOf({ used, updated }: TakenAliases, dryRun: boolean): ItemEnd {
  const result: PushedVenue = { used, updated, unchanged: used - updated };
  if (used === 0) return { status: 'skipped', message: 'Ничего из изменённого не использует', result };
  if (updated === 0) return { message: 'Изменять нечего', result };
  return { message: `${dryRun ? 'Изменится позиций' : 'Обновлено позиций'}: ${updated}`, result };
}

/** Pushes to one tenant the aliases it lacks. A sleeping tenant is not woken. */
export function createVenuePush({ venueDatabases, log }: VenuePushDeps) {
  /** Sends aliases to an awake tenant, whose open pages update; writes to its database if it can't be reached. */
  async function take({ venue, id, address, dryRun }: Sending, aliases: SentAlias[]): Promise<TakenAliases> {
    if (!address || dryRun) return venue.take(aliases, dryRun);
    return sendAliases(address, aliases).catch((error) => {
      log.warn({ err: error, tenant: id }, 'venue did not take aliases itself');
      return venue.take(aliases, false);
    });
  }

  async function takeAll(to: Sending, aliases: SentAlias[]): Promise<TakenAliases> {
    const all: TakenAliases = { used: 0, updated: 0 };
    for (let from = 0; from < aliases.length; from += ALIASES_AT_ONCE) {
      const taken = await take(to, aliases.slice(from, from + ALIASES_AT_ONCE));
      all.used += taken.used;
      all.updated += taken.updated;
    }
    return all;
  }

  /** An awake tenant is notified, and one that starts later reads what was written. */
  async function offer(
    id: string,
    { revision, dryRun }: PushOrder,
    { trx, row, address, inDatabase }: StableTenant,
  ): Promise<ItemEnd> {
    if (row?.status !== 'active' && row?.status !== 'suspended') {
      return { status: 'skipped', message: 'Заведение удалено' };
    }
    const served = await findServed(trx, id);
    if (served.database === null) throw new Unavailable(60, 'База данных заведения не найдена');
    if (served.revision >= revision) return { status: 'skipped', message: 'Изменений нет' };
    return inDatabase(row, async (venue) => {
      const { newest, codes } = await venue.codes(served.item);
      const aliases = await lackedBy(trx, codes, served.revision);
      const taken = await takeAll({ venue, id, address, dryRun }, aliases);
      if (!dryRun) await setServed(trx, id, { revision, item: newest, database: served.database });
      return endOf(taken, dryRun);
    });
  }

  return (id: string, order: PushOrder): Promise<ItemEnd> =>
    venueDatabases
      .with(id, (tenant) => offer(id, order, tenant))
      .catch((error) => {
        if (error instanceof StoppedOnOldRelease) return { status: 'skipped' as const, message: error.message };
        throw error;
      });
}
