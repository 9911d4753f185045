import type { PushedVenue } from '@ostatok/api/contract/pushes.ts';
import { toGtin, toGtin13 } from '@ostatok/kit/names/barcode.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { SentAlias, TakenAliases } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Synonyms } from '../matching/synonyms.service.ts';
import type { ItemEnd } from '../operations/work.ts';
import { announceNames, sendAliases, type TenantAddress } from '../supervisor/tenant-client.ts';
import { correctProductCodes, giveProductCodes } from '../venue-databases/product-codes.ts';
import {
  type GivenVenueCode,
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
  catalogue: Pick<Catalogue, 'otherCodes' | 'correctionsOf'>;
  synonyms: Pick<Synonyms, 'ofCodes'>;
  log: Logger;
}

export interface PushOrder {
  /** The catalogue revision to push up to. */
  revision: number;
  dryRun: boolean;
}

type Sending = { venue: VenueDatabase; id: string; address: TenantAddress | undefined; dryRun: boolean };

/** The tenant's barcodes by their GTIN-13, as it writes them. */
const byGtin = (codes: VenueCode[]): Map<string, VenueCode> =>
  new Map(
    codes.flatMap((code) => {
      const gtin = toGtin13(code.ean);
      return gtin ? [[gtin, code]] : [];
    }),
  );

const freshOf = (own: Map<string, VenueCode>): string[] => [...own].flatMap(([gtin, code]) => (code.fresh ? gtin : []));

/** Returns the aliases that the tenant lacks, with the barcodes as it writes them. */
async function lackedBy(trx: Knex.Transaction, own: Map<string, VenueCode>, since: number): Promise<SentAlias[]> {
  const aliases = await findChangedAliases(trx, [...own.keys()], since, freshOf(own));
  return aliases.map((alias) => ({ ...alias, ean: own.get(alias.ean)?.ean ?? alias.ean }));
}

interface Taken extends TakenAliases {
  named: number;
  coded: number;
}

/** «…, названий: у 3, кодов: у 2» */
export const alsoText = ({ named = 0, coded = 0 }: { named?: number; coded?: number }): string =>
  `${named > 0 ? `, названий: у ${named}` : ''}${coded > 0 ? `, кодов: у ${coded}` : ''}`;

function endOf({ used, updated, named, coded }: Taken, dryRun: boolean): ItemEnd {
  const also = { ...(named > 0 && { named }), ...(coded > 0 && { coded }) };
  const result: PushedVenue = { used, updated, unchanged: used - updated, ...also };
  if (used + named + coded === 0) return { status: 'skipped', message: 'Ничего из изменённого не использует', result };
  if (updated + named + coded === 0) return { message: 'Изменять нечего', result };
  return { message: `${dryRun ? 'Изменится позиций' : 'Обновлено позиций'}: ${updated}${alsoText(also)}`, result };
}

/** Pushes to one tenant the aliases it lacks. A sleeping tenant is not woken. */
export function createVenuePush({ venueDatabases, catalogue, synonyms, log }: VenuePushDeps) {
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

  /**
   * Gives the tenant's items all names of their aliases in place of earlier ones; returns how many items differed. An
   * awake tenant learns of it by a call; without it, within half a minute.
   */
  async function takeNames(
    { venue, id, address, dryRun }: Sending,
    own: Map<string, VenueCode>,
    trx: Knex.Transaction,
  ): Promise<number> {
    const names = await synonyms.ofCodes(trx, id, [...own.keys()]);
    const sent = [...names].map(([gtin, called]) => ({ ean: own.get(gtin)?.ean ?? gtin, names: called }));
    const named = await venue.takeNames(sent, dryRun);
    if (address && named > 0 && !dryRun) {
      await announceNames(address).catch((error) =>
        log.warn({ err: error, tenant: id }, 'venue did not hear of names'),
      );
    }
    return named;
  }

  /** Corrects the codes that an earlier push gave; returns the items that differ. */
  async function correctCodes(to: Sending, codes: GivenVenueCode[], trx: Knex.Transaction): Promise<number[]> {
    const given = codes.flatMap((code) => {
      const [ean, by] = [toGtin(code.code), toGtin(code.by)];
      return ean && by ? [{ ...code, ean, by }] : [];
    });
    return correctProductCodes({ ...to, log }, await catalogue.correctionsOf(given, trx), to);
  }

  /** Gives the tenant's items the other codes of their products; returns the items that got some. */
  async function takeCodes(
    to: Sending,
    own: Map<string, VenueCode>,
    since: number,
    trx: Knex.Transaction,
  ): Promise<number[]> {
    const products = await catalogue.otherCodes({ codes: [...own.keys()], since, fresh: freshOf(own) }, trx);
    const given = products.map(({ ean, codes }) => ({ ean: own.get(ean)?.ean ?? ean, codes }));
    return giveProductCodes({ ...to, log }, given, to);
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
    const { database, latestNames } = served;
    if (served.revision >= revision && served.names >= latestNames) {
      return { status: 'skipped', message: 'Изменений нет' };
    }
    return inDatabase(row, async (venue) => {
      const { newest, codes } = await venue.codes(served.item);
      const given = await venue.givenCodes();
      const own = byGtin(codes);
      const to = { venue, id, address, dryRun };
      // the names first: an older release lacks their function, and is to be migrated before anything is written
      const named = await takeNames(to, own, trx);
      // what is wrong goes first: a code that moved to another product is free for it
      const corrected = await correctCodes(to, given, trx);
      const taken = await takeAll(to, await lackedBy(trx, own, served.revision));
      const got = await takeCodes(to, own, served.revision, trx);
      const coded = new Set([...corrected, ...got]).size;
      if (!dryRun) await setServed(trx, id, { revision, item: newest, database, names: latestNames });
      return endOf({ ...taken, named, coded }, dryRun);
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
