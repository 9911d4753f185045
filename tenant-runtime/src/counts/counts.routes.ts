import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { type Request, type Response, Router } from 'express';
import {
  areaDoneSchema,
  type CountEntryInput,
  type CountEntryResult,
  closeCountSchema,
  countEntriesSchema,
  countEntrySchema,
  countsFilterSchema,
  entriesFilterSchema,
  linesFilterSchema,
  openCountSchema,
  reasonSchema,
  recountSchema,
  updateCountSchema,
} from '../../contract/counts.ts';
import { rowId, rowUuid } from '../path-params.ts';
import { adminOnly, callerOf } from '../users/session.routes.ts';
import type { Counts } from './counts.service.ts';

/** Checks each entry by itself, so that a malformed one gets its own refusal. */
function checked(raw: unknown): { entry: CountEntryInput } | { refused: CountEntryResult } {
  try {
    return { entry: parse(countEntrySchema, raw) };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const id = raw && typeof raw === 'object' && 'id' in raw && typeof raw.id === 'string' ? raw.id : '';
    return { refused: { id, status: 'rejected', error: error.message } };
  }
}

const newestFirst = { sorts: ['id'], sort: 'id', order: 'desc' as const };
const byCategory = { sorts: ['name'], sort: 'name', limit: 100 };

export function countsRoutes(counts: Counts): Router {
  const router = Router();

  /** Returns the count's id after checking that it exists, before the rest of the request is validated. */
  async function countIn(req: Request): Promise<number> {
    const id = rowId(req.params.id, 'Такого подсчёта нет');
    await counts.known(id);
    return id;
  }
  async function sendCount(req: Request, res: Response, id: number, more: object = {}): Promise<void> {
    res.json({ success: true, count: await counts.details(id, callerOf(req)), ...more });
  }

  router.get('/', async (req, res) => {
    const { filter, ...page } = listQuery(req.query, newestFirst);
    const { counts: rows, total } = await counts.list(parse(countsFilterSchema, filter), page, callerOf(req));
    sendList(res, 'counts', rows, { total, ...page });
  });
  router.post('/', adminOnly, async (req, res) => {
    const { id, opened } = await counts.open(parse(openCountSchema, req.body), callerOf(req));
    res.status(opened ? 201 : 200);
    await sendCount(req, res, id);
  });
  router.get('/:id', async (req, res) => sendCount(req, res, await countIn(req)));
  router.put('/:id', adminOnly, async (req, res) => {
    const id = await countIn(req);
    await counts.update(id, parse(updateCountSchema, req.body), callerOf(req));
    await sendCount(req, res, id);
  });

  router.get('/:id/lines', async (req, res) => {
    const id = await countIn(req);
    const { filter, ...page } = listQuery(req.query, byCategory);
    const { lines, total } = await counts.lines(id, parse(linesFilterSchema, filter), page, callerOf(req));
    sendList(res, 'lines', lines, { total, ...page });
  });
  router.get('/:id/entries', async (req, res) => {
    const id = await countIn(req);
    const { filter, ...page } = listQuery(req.query, newestFirst);
    const { entries, total } = await counts.entries(id, parse(entriesFilterSchema, filter), page, callerOf(req));
    sendList(res, 'entries', entries, { total, ...page });
  });
  router.post('/:id/entries', async (req, res) => {
    const id = await countIn(req);
    const asked = parse(countEntriesSchema, req.body).entries.map(checked);
    const sound = asked.flatMap((one) => ('entry' in one ? [one.entry] : []));
    const entered = (await counts.enter(id, sound, callerOf(req))).values();
    const results = asked.map((one) => ('refused' in one ? one.refused : entered.next().value));
    res.json({ success: true, results });
  });
  router.delete('/:id/entries/:entryId', async (req, res) => {
    const id = await countIn(req);
    const entryId = rowUuid(req.params.entryId, 'Такой записи в подсчёте нет');
    const entry = await counts.takeBack(id, entryId, callerOf(req));
    res.json({ success: true, entry, line: await counts.line(id, entry.item.id, callerOf(req)) });
  });

  router.post('/:id/areas/:areaId/done', async (req, res) => {
    const id = await countIn(req);
    const areaId = rowId(req.params.areaId, 'Такой зоны в подсчёте нет');
    await counts.finish(id, areaId, parse(areaDoneSchema, req.body).done, callerOf(req));
    await sendCount(req, res, id);
  });
  router.post('/:id/recount', adminOnly, async (req, res) => {
    const id = await countIn(req);
    const lines = await counts.recount(id, parse(recountSchema, req.body), callerOf(req));
    await sendCount(req, res, id, { lines });
  });
  router.post('/:id/close', adminOnly, async (req, res) => {
    const id = await countIn(req);
    await counts.close(id, parse(closeCountSchema, req.body), callerOf(req));
    await sendCount(req, res, id);
  });
  router.post('/:id/reopen', adminOnly, async (req, res) => {
    const id = await countIn(req);
    await counts.reopen(id, parse(reasonSchema, req.body).reason, callerOf(req));
    await sendCount(req, res, id);
  });
  router.post('/:id/cancel', adminOnly, async (req, res) => {
    const id = await countIn(req);
    await counts.cancel(id, parse(reasonSchema, req.body).reason, callerOf(req));
    await sendCount(req, res, id);
  });
  return router;
}
