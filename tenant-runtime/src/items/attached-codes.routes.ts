import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { type Request, type Response, Router } from 'express';
import { attachCodeSchema, attachedFilterSchema } from '../../contract/attached-codes.ts';
import type { Item } from '../../contract/items.ts';
import type { Blindness } from '../counts/blindness.ts';
import { rowId, rowUuid } from '../path-params.ts';
import { adminOnly, callerOf } from '../users/session.routes.ts';
import type { AttachedCodes } from './attached-codes.service.ts';

const newestFirst = { sorts: ['at'], sort: 'at', order: 'desc' as const };
const codeId = (value: unknown): string => rowUuid(value, 'Такого штрихкода среди привязанных нет');

interface Deps {
  attachedCodes: AttachedCodes;
  blindness: Blindness;
}

/** Mounted beside the item routes. */
export function attachingRoutes({ attachedCodes, blindness }: Deps): Router {
  const router = Router();
  router.post('/:id/codes', async (req, res) => {
    const caller = callerOf(req);
    const id = rowId(req.params.id, 'Такой позиции нет');
    const item = await attachedCodes.attach(id, parse(attachCodeSchema, req.body), caller);
    res.json({ success: true, item: blindness.shownItem(item, caller) });
  });
  return router;
}

export function attachedCodesRoutes({ attachedCodes, blindness }: Deps): Router {
  const router = Router();
  const answer = (req: Request, res: Response, item: Item | undefined): void => {
    res.json({ success: true, ...(item ? { item: blindness.shownItem(item, callerOf(req)) } : {}) });
  };
  router.get('/', adminOnly, async (req, res) => {
    const { filter, ...page } = listQuery(req.query, newestFirst);
    const { codes, total } = await attachedCodes.list(parse(attachedFilterSchema, filter), page);
    sendList(res, 'codes', codes, { total, ...page });
  });
  router.post('/:id/confirm', adminOnly, async (req, res) => {
    answer(req, res, await attachedCodes.confirm(codeId(req.params.id), callerOf(req)));
  });
  router.delete('/:id', async (req, res) => {
    answer(req, res, await attachedCodes.remove(codeId(req.params.id), callerOf(req)));
  });
  return router;
}
