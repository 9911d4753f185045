import { categoryEndpoints, itemEndpoints } from '../../contract/items.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Blindness } from '../blindness/blindness.ts';
import { rowId } from '../path-params.ts';
import type { ItemList, Items } from './items.service.ts';

const itemId = (value: unknown): number => rowId(value, 'Такой позиции нет');

export const itemsRoutes = (items: Items, blindness: Blindness) =>
  endpointsOf(itemEndpoints, {
    async 'GET /api/items'({ filter: { search, ...rest }, page, caller }) {
      const blind = blindness.hidesFrom(caller);
      // Sorting by quantity would reveal the quantities to a blind counter.
      const sort = blind && page.sort === 'quantity' ? 'name' : page.sort;
      const sought = search?.trim();
      const found: ItemList = sought
        ? await items.search(sought, rest, page)
        : await items.list(rest, { ...page, sort });
      return {
        items: found.items.map((item) => blindness.shownItem(item, caller)),
        total: found.total,
        asOf: found.asOf,
        dataset: found.dataset,
        ...(blind && { blind }),
      };
    },
    'GET /api/items/:id': async ({ params, caller }) => ({
      item: blindness.shownItem(await items.get(itemId(params.id)), caller),
    }),
    'POST /api/items': async ({ body, caller }) => ({
      item: blindness.shownItem(await items.create(body, caller), caller),
    }),
    'POST /api/items/bulk': ({ body }) => items.bulk(body),
    'POST /api/items/:id/measure': async ({ params, body, caller }) => ({
      item: blindness.shownItem(await items.measure(itemId(params.id), body, caller), caller),
    }),
    'PUT /api/items/:id': ({ params, body }) => items.update(itemId(params.id), body),
    async 'DELETE /api/items/:id'({ params }) {
      await items.remove(itemId(params.id));
      return {};
    },
  });

export const categoriesRoutes = (items: Items) =>
  endpointsOf(categoryEndpoints, { 'GET /api/categories': async () => ({ categories: await items.categories() }) });
