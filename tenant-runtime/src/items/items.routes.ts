import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import {
  bulkItemsSchema,
  createItemSchema,
  itemsFilterSchema,
  measureItemSchema,
  updateItemSchema,
} from '../../contract/items.ts';
import type { Blindness } from '../counts/blindness.ts';
import { rowId } from '../path-params.ts';
import { adminOnly, callerOf } from '../users/session.routes.ts';
import type { ItemList, Items } from './items.service.ts';

const sorts = ['name', 'id', 'category', 'quantity', 'updated_at'] as const;
const itemId = (value: unknown): number => rowId(value, 'Такой позиции нет');

export function itemsRoutes(items: Items, blindness: Blindness): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const { filter, ...page } = listQuery(req.query, { sorts, sort: 'name' });
    const caller = callerOf(req);
    const blind = blindness.hidesFrom(caller);
    // Sorting by quantity would reveal the quantities to a blind counter.
    const sort = blind && page.sort === 'quantity' ? 'name' : page.sort;
    const { search, ...rest } = parse(itemsFilterSchema, filter);
    const sought = search?.trim();
    const found: ItemList = sought ? await items.search(sought, rest, page) : await items.list(rest, { ...page, sort });
    const shown = found.items.map((item) => blindness.shownItem(item, caller));
    const extent = { asOf: found.asOf?.toISOString(), dataset: found.dataset };
    sendList(res, 'items', shown, { total: found.total, ...page }, { ...extent, ...(blind ? { blind } : {}) });
  });
  router.get('/:id', async (req, res) => {
    const item = await items.get(itemId(req.params.id));
    res.json({ success: true, item: blindness.shownItem(item, callerOf(req)) });
  });
  router.post('/', async (req, res) => {
    const caller = callerOf(req);
    const item = await items.create(parse(createItemSchema, req.body), caller);
    res.status(201).json({ success: true, item: blindness.shownItem(item, caller) });
  });
  router.post('/bulk', adminOnly, async (req, res) => {
    res.json({ success: true, count: await items.bulk(parse(bulkItemsSchema, req.body)) });
  });
  router.post('/:id/measure', async (req, res) => {
    const caller = callerOf(req);
    const item = await items.measure(itemId(req.params.id), parse(measureItemSchema, req.body), caller);
    res.json({ success: true, item: blindness.shownItem(item, caller) });
  });
  router.put('/:id', adminOnly, async (req, res) => {
    const id = itemId(req.params.id);
    res.json({ success: true, item: await items.update(id, parse(updateItemSchema, req.body)) });
  });
  router.delete('/:id', adminOnly, async (req, res) => {
    await items.remove(itemId(req.params.id));
    res.json({ success: true });
  });
  return router;
}

export function categoriesRoutes(items: Items): Router {
  const router = Router();
  router.get('/', async (_req, res) => sendList(res, 'categories', await items.categories()));
  return router;
}
