import type { Knex } from '@ostatok/kit/node/db.ts';
import type { SentAlias, SentMatches, TakenAliases } from '../../contract/internal.ts';
import type { Item } from '../../contract/items.endpoints.ts';
import type { ItemNames } from '../items/item-names.ts';
import type { Items } from '../items/items.service.ts';
import { matchItems, takeAliases, unmatchItems } from './catalogue.queries.ts';

interface Deps {
  db: Knex;
  items: Pick<Items, 'some'>;
  names: Pick<ItemNames, 'touch'>;
  /** Called with items that changed in another way than by a change of quantity. */
  onItems: (items: Item[]) => void;
}

/** Receives the platform catalogue's facts about the tenant's bottles. */
export function createVenueCatalogue({ db, items, names, onItems }: Deps) {
  async function announce(ids: number[]): Promise<void> {
    if (ids.length > 0) onItems(await items.some(ids));
  }

  return {
    /** Fills in facts that the tenant does not know better; a second call with the same aliases changes nothing. */
    async take(aliases: SentAlias[]): Promise<TakenAliases> {
      const { used, updated } = await takeAliases(db, aliases);
      await announce(updated);
      return { used, updated: updated.length };
    },

    /** The platform has written the names of aliases into the database; they count from the next search on. */
    namesWritten: (): void => names.touch(),

    /** The platform has written codes of products into the database; open pages show them. */
    itemsWritten: (ids: number[]): Promise<void> => announce(ids),

    /** Stores which products of the catalogue items are, with the facts; returns the ids of the items that exist. */
    async match({ matches, aliases }: SentMatches): Promise<number[]> {
      const { matched, updated } = await db.transaction(async (trx) => ({
        matched: await matchItems(trx, matches),
        updated: (await takeAliases(trx, aliases)).updated,
      }));
      await announce([...new Set([...matched, ...updated])]);
      return matched;
    },

    /** Takes back what matching gave to the items; returns the ids of those that were matched. */
    async unmatch(ids: number[]): Promise<number[]> {
      const undone = await db.transaction((trx) => unmatchItems(trx, ids));
      await announce(undone);
      return undone;
    },
  };
}
export type VenueCatalogue = ReturnType<typeof createVenueCatalogue>;
