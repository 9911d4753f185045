import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Item } from '../../contract/items.endpoints.ts';
import type { ItemNames } from '../items/item-names.ts';
import type { Items } from '../items/items.service.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { createVenueCatalogue } from './catalogue.service.ts';

/** What the platform's catalogue knows of the tenant's bottles. */
export function createCatalogueModule(deps: {
  db: Knex;
  items: Items;
  names: ItemNames;
  onItems: (items: Item[]) => void;
}) {
  const catalogue = createVenueCatalogue(deps);
  return { services: { catalogue }, endpoints: catalogueRoutes(catalogue) };
}
