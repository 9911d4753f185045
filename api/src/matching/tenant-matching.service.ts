import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { UnmatchedProduct } from '@ostatok/api/contract/matching.endpoints.ts';
import { type Matches, UNMATCHED_LIMIT } from '@ostatok/api/contract/matching.ts';
import type { ProposalInput } from '@ostatok/kit/contract/alias.ts';
import { normaliseEan, toGtin13 } from '@ostatok/kit/names/barcode.ts';
import { parseName } from '@ostatok/kit/names/parse.ts';
import { createConcurrencyLimit } from '@ostatok/kit/node/concurrency-limit.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { SentAlias, SentMatches } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { Activity } from '../activity/activity.service.ts';
import { venueAct } from '../activity/tenant-activity.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Naming } from '../catalogue/naming.service.ts';
import type { Proposals } from '../catalogue/proposals.service.ts';
import type { NamedItem, UnmatchedItem, VenueDatabases } from '../venue-databases/venue-databases.service.ts';
import type { Matching } from './matching.service.ts';
import type { Synonyms } from './synonyms.service.ts';
import { createTenantItems } from './tenant-items.ts';

const SUGGESTED = 5;
/** Names that are looked up at once for all owners together, so that they leave connections for others. */
const AT_ONCE = 3;

export interface TenantMatchingDeps {
  db: Knex;
  catalogue: Pick<Catalogue, 'ofCodes' | 'ofIds' | 'otherCodes'>;
  naming: Pick<Naming, 'isUnderway'>;
  matching: Pick<Matching, 'byName'>;
  synonyms: Pick<Synonyms, 'learn'>;
  proposals: Pick<Proposals, 'take'>;
  activity: Pick<Activity, 'record'>;
  venueDatabases: VenueDatabases;
  /** Throws NotFound where the tenant is not this owner's. */
  expectOwn: (ownerId: number, id: string) => Promise<void>;
  log: Logger;
}

interface Saved {
  matched: number;
  absent: number;
  gone: number[];
}

/** The item's name with its volume, which the name may leave to another column. */
function nameOf({ name, volume_ml }: NamedItem): string {
  const isSaid = volume_ml === null || parseName(name).measures.volumeMl !== undefined;
  return isSaid ? name : `${name} ${volume_ml} мл`;
}

const factsOf = (alias: Alias): SentAlias => ({
  ean: venueEan(alias),
  volume_ml: alias.volume_ml,
  weight_empty_g: alias.weight_empty_g,
  weight_full_g: alias.weight_full_g,
  density_g_per_ml: alias.density_g_per_ml,
});

/** The barcode as tenants write it. */
const venueEan = ({ ean }: Alias): string => normaliseEan(ean) ?? ean;

/** Leaves out products whose chosen product of the catalogue is not there any more. */
function givenMatches(matches: Matches, aliases: Map<number, Alias>): SentMatches {
  const given = Object.entries(matches).flatMap(([product, chosen]) => {
    const alias = chosen === null ? null : aliases.get(chosen);
    return alias === undefined ? [] : [{ id: Number(product), ean: alias && venueEan(alias) }];
  });
  return { matches: given, aliases: [...aliases.values()].map(factsOf) };
}

/** What an owner does to match the products of their own tenant with the catalogue. A sleeping tenant is not woken. */
export function createTenantMatching(deps: TenantMatchingDeps) {
  const { db, catalogue, naming, matching, synonyms, proposals, activity, venueDatabases, expectOwn, log } = deps;
  const items = createTenantItems({ venueDatabases, log });
  const oneOfFew = createConcurrencyLimit(AT_ONCE);

  /** Returns the items whose barcode, where they have one, the catalogue does not know. */
  async function unknownItems(tenantId: string): Promise<UnmatchedItem[]> {
    const all = await items.unmatched(tenantId);
    const codes = (item: UnmatchedItem): string[] => item.eans.flatMap((ean) => toGtin13(ean) ?? []);
    const known = await catalogue.ofCodes(all.flatMap(codes));
    return all.filter((item) => !codes(item).some((code) => known.has(code)));
  }

  const withSuggestions = async (ownerId: number, item: UnmatchedItem): Promise<UnmatchedProduct> => ({
    id: item.id,
    localName: item.name,
    article: item.article,
    ean: item.eans[0] ?? null,
    volume_ml: item.volume_ml,
    suggestedMatches: await oneOfFew(() => matching.byName(nameOf(item), SUGGESTED, ownerId)),
  });

  /** Remembers what the products are called. What was matched stays matched where this fails. */
  const learn = (tenantId: string, ids: number[], matches: Matches, of: NamedItem[]): Promise<void> => {
    const names = new Map(of.map((item) => [item.id, nameOf(item)]));
    const named = ids.flatMap((itemId) => {
      const [aliasId, name] = [matches[itemId], names.get(itemId)];
      return aliasId && name ? [{ itemId, aliasId, name }] : [];
    });
    return synonyms
      .learn(tenantId, ids, named)
      .catch((error) => log.warn({ err: error, tenant: tenantId }, 'names were not learned'));
  };

  /** Gives the matched items the other codes of their products. Where this fails, the next push of one brings it. */
  async function giveCodes(tenantId: string, matched: Alias[]): Promise<void> {
    const own = new Map(matched.map((alias) => [alias.ean, venueEan(alias)]));
    const codes = [...own.keys()];
    const products = await catalogue.otherCodes({ codes, since: 0, fresh: codes });
    const given = products.map((product) => ({ ...product, ean: own.get(product.ean) ?? product.ean }));
    if (given.length > 0) await items.code(tenantId, given);
  }

  return {
    async unmatched(
      ownerId: number,
      tenantId: string,
      offset: number,
    ): Promise<{ products: UnmatchedProduct[]; total: number; isPreparing: boolean }> {
      await expectOwn(ownerId, tenantId);
      const unknown = await unknownItems(tenantId);
      const page = unknown.slice(offset, offset + UNMATCHED_LIMIT);
      const isPreparing = await naming.isUnderway();
      const products = await Promise.all(page.map((item) => withSuggestions(ownerId, item)));
      return { products, total: unknown.length, isPreparing };
    },

    /** Stores the matches in place of what the products were matched with before. */
    async save(ownerId: number, tenantId: string, matches: Matches): Promise<Saved> {
      await expectOwn(ownerId, tenantId);
      const chosen = Object.values(matches).flatMap((id) => id ?? []);
      const aliases = await catalogue.ofIds(chosen);
      const given = givenMatches(matches, aliases);
      const products = Object.keys(matches).map(Number);
      // before the catalogue gives the items their volumes
      const named = await items.named(tenantId, products);
      const { row, ids } = await items.match(tenantId, given);
      const stored = new Set(ids.filter((id) => id in matches));
      const absent = products.filter((id) => stored.has(id) && matches[id] === null).length;
      const matched = stored.size - absent;
      await learn(tenantId, [...stored], matches, named);
      await giveCodes(tenantId, [...aliases.values()]).catch((error) =>
        log.warn({ err: error, tenant: tenantId }, 'matched items did not get the other codes'),
      );
      if (stored.size > 0)
        await activity.record(db, venueAct(row, ownerId, 'tenant.matched', `Сопоставлено товаров: ${matched},`));
      return { matched, absent, gone: products.filter((id) => !stored.has(id)) };
    },

    /** Returns how many of the products were matched. */
    async undo(ownerId: number, tenantId: string, products: number[]): Promise<number> {
      await expectOwn(ownerId, tenantId);
      const { row, ids } = await items.unmatch(tenantId, products);
      await learn(tenantId, ids, {}, []);
      const what = `Снято сопоставлений: ${ids.length},`;
      if (ids.length > 0) await activity.record(db, venueAct(row, ownerId, 'tenant.unmatched', what));
      return ids.length;
    },

    async propose(ownerId: number, tenantId: string, proposal: ProposalInput): Promise<{ stored: boolean }> {
      await expectOwn(ownerId, tenantId);
      return proposals.take(tenantId, proposal);
    },
  };
}
export type TenantMatching = ReturnType<typeof createTenantMatching>;
