import type { Knex } from '@ostatok/kit/node/db.ts';
import type { SentAlias, TakenAliases } from '../../contract/internal.ts';
import type { Item } from '../../contract/items.endpoints.ts';
import type { Items } from '../items/items.service.ts';
import { takeAliases } from './catalogue.queries.ts';

interface Deps {
  db: Knex;
  items: Pick<Items, 'some'>;
  /** Called with items that changed in another way than by a change of quantity. */
  onItems: (items: Item[]) => void;
}

/** Receives the platform catalogue's facts about the tenant's bottles. */
export function createVenueCatalogue({ db, items, onItems }: Deps) {
  return {
    /** Fills in facts that the tenant does not know better; a second call with the same aliases changes nothing. */
    async take(aliases: SentAlias[]): Promise<TakenAliases> {
      const { used, updated } = await takeAliases(db, aliases);
      if (updated.length > 0) onItems(await items.some(updated));
      return { used, updated: updated.length };
    },
  };
}
export type VenueCatalogue = ReturnType<typeof createVenueCatalogue>;
