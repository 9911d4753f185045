import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import { createItemSchema, itemsFilterSchema, updateItemSchema } from '../../contract/items.ts';
import { rowId } from '../path-params.ts';
import { adminOnly, callerOf } from '../users/session.routes.ts';
import type { Items } from './items.service.ts';

const sorts = ['name', 'id', 'category', 'quantity', 'updated_at'] as const;
const itemId = (value: unknown): number => rowId(value, 'Такой позиции нет');

export function itemsRoutes(items: Items): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const { filter, ...page } = listQuery(req.query, { sorts, sort: 'name' });
    const { items: rows, total, asOf } = await items.search(parse(itemsFilterSchema, filter), page);
    sendList(res, 'items', rows, { total, ...page }, { asOf: asOf.toISOString() });
  });
  router.get('/:id', async (req, res) => {
    res.json({ success: true, item: await items.get(itemId(req.params.id)) });
  });
  router.post('/', adminOnly, async (req, res) => {
    const input = parse(createItemSchema, req.body);
    res.status(201).json({ success: true, item: await items.create(input, callerOf(req)) });
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
