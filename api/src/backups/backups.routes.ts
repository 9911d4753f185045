import {
  backupFilterSchema,
  backupSorts,
  makeBackupSchema,
  restoreBackupSchema,
} from '@ostatok/api/contract/backups.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import { sendOperation } from '../operations/operations.routes.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Backups } from './backups.service.ts';

/** Mounted at /api/admin/backups, behind the administrator's guard. */
export function backupsRoutes(backups: Backups, operations: Pick<Operations, 'waitFor'>): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: backupSorts, sort: 'created_at', order: 'desc' });
    const { rows, total } = await backups.list(parse(backupFilterSchema, query.filter), query);
    sendList(res, 'backups', rows, { ...query, total });
  });
  router.get('/:id', async (req, res) => {
    res.json({ success: true, backup: await backups.get(req.params.id) });
  });
  router.post('/', async (req, res) => {
    const input = parse(makeBackupSchema, req.body);
    const operation = await backups.start(callerOf(req).userId, input);
    await sendOperation(req, res, operations, operation, async ({ finished_at }) =>
      finished_at && !input.all ? { backup: await backups.newestOf(input.tenantId ?? null) } : {},
    );
  });
  router.post('/:id/verify', async (req, res) => {
    res.json({ success: true, backup: await backups.verify(callerOf(req).userId, req.params.id) });
  });
  router.post('/:id/restore', async (req, res) => {
    const input = parse(restoreBackupSchema, req.body ?? {});
    await sendOperation(
      req,
      res,
      operations,
      await backups.restore(callerOf(req).userId, req.params.id, input),
      () => ({}),
    );
  });
  router.delete('/:id', async (req, res) => {
    await backups.remove(callerOf(req).userId, req.params.id);
    res.json({ success: true });
  });
  return router;
}
