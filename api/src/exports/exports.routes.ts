import { dirname } from 'node:path';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import { sendTemporaryFile } from '@ostatok/kit/node/send-temporary-file.ts';
import { type Request, type Response, Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { Exports } from './exports.service.ts';
import type { OpenList } from './lists.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function idOf({ params }: Request): string {
  const { id } = params;
  if (id !== undefined && (typeof id !== 'string' || !UUID.test(id))) throw new NotFound('Такой рассылки нет');
  return id ?? '';
}

/** Mounted at /api/admin behind the administrator's guard, before the lists themselves: `GET …/export.xlsx` beside each of them. */
export function exportsRoutes(exports: Exports, lists: Record<string, OpenList>): Router {
  const router = Router();
  for (const [path, open] of Object.entries(lists)) {
    const name = path.replace('/:id/', '-').replace('/users', '').replace('/', '-');
    router.get(`/${path}/export.xlsx`, async (req: Request, res: Response) => {
      const list = open(req.query, idOf(req));
      const gone = new AbortController();
      res.once('close', () => gone.abort());
      const filename = `${name}-${new Date().toISOString().slice(0, 10)}.xlsx`;
      const send = (file: string): Promise<void> =>
        sendTemporaryFile(res.type(XLSX).attachment(filename), file, dirname(file));
      await exports.export(callerOf(req).userId, list, gone.signal, send).catch((error) => {
        if (!gone.signal.aborted) throw error;
      });
    });
  }
  return router;
}
