import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import {
  type ChangeInput,
  type ChangeResult,
  changeSchema,
  changesFilterSchema,
  changesSchema,
  undoChangeSchema,
} from '../../contract/changes.ts';
import type { Blindness } from '../counts/blindness.ts';
import type { Items } from '../items/items.service.ts';
import { rowUuid } from '../path-params.ts';
import { callerOf } from '../users/session.routes.ts';
import type { Changes } from './changes.service.ts';

const changeId = (value: unknown): string => rowUuid(value, 'Такого изменения нет');

/** Checks each change by itself, so that a malformed one gets its own refusal. */
function checked(raw: unknown): { change: ChangeInput } | { refused: ChangeResult } {
  try {
    return { change: parse(changeSchema, raw) };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const id = raw && typeof raw === 'object' && 'id' in raw && typeof raw.id === 'string' ? raw.id : '';
    return { refused: { id, status: 'rejected', error: error.message } };
  }
}

interface Deps {
  changes: Changes;
  items: Pick<Items, 'some'>;
  blindness: Blindness;
}

export function changesRoutes({ changes, items, blindness }: Deps): Router {
  const router = Router();
  router.post('/', async (req, res) => {
    const asked = parse(changesSchema, req.body).changes.map(checked);
    const sound = asked.flatMap((one) => ('change' in one ? [one.change] : []));
    const caller = callerOf(req);
    const applied = (await changes.apply(sound, caller)).map((one) => blindness.shownResult(one, caller)).values();
    const results = asked.map((one) => ('refused' in one ? one.refused : applied.next().value));
    res.json({ success: true, results });
  });
  router.get('/', async (req, res) => {
    const { filter, ...page } = listQuery(req.query, { sorts: ['seq'], sort: 'seq', order: 'desc' });
    const { changes: rows, total } = await changes.list(parse(changesFilterSchema, filter), page);
    const shown = rows.map((row) => blindness.shownChange(row, callerOf(req)));
    sendList(res, 'changes', shown, { total, ...page });
  });
  router.post('/:id/undo', async (req, res) => {
    const caller = callerOf(req);
    const { source } = parse(undoChangeSchema, req.body ?? {});
    const id = changeId(req.params.id);
    const reverse = await changes.undo(id, caller, source);
    const [[count], [item]] = await Promise.all([changes.countsSince([id]), items.some([reverse.item.id])]);
    res.json({
      success: true,
      change: blindness.shownChange(reverse, caller),
      ...(item ? { item: blindness.shownItem(item, caller) } : {}),
      counted_since: count?.title ?? null,
    });
  });
  return router;
}
