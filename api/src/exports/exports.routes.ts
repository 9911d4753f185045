import { dirname } from 'node:path';
import { exportEndpoints } from '@ostatok/api/contract/exports.endpoints.ts';
import type { Handlers } from '@ostatok/kit/node/endpoints.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import { sendTemporaryFile } from '@ostatok/kit/node/send-temporary-file.ts';
import type { Request, Response } from 'express';
import type { Caller } from '../auth/callers.ts';
import { endpointsOf } from '../auth/endpoint.routes.ts';
import type { Exports } from './exports.service.ts';
import type { OpenList } from './lists.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function idOf({ params }: Request): string {
  const { id } = params;
  if (id !== undefined && (typeof id !== 'string' || !UUID.test(id))) throw new NotFound('Такой рассылки нет');
  return id ?? '';
}

type ExportHandlers = Handlers<typeof exportEndpoints, Caller>;

/** `GET …/export.xlsx` beside each of the administrator's lists; `lists` are by their paths under /api/admin. */
export function exportsRoutes(exports: Exports, lists: Record<string, OpenList>) {
  const handlers = Object.entries(lists).map(([path, open]) => {
    const name = path.replace('/:id/', '-').replace('/users', '').replace('/', '-');
    const send = async ({ caller, req, res }: { caller: Caller; req: Request; res: Response }) => {
      const list = open(req.query, idOf(req));
      const gone = new AbortController();
      res.once('close', () => gone.abort());
      const filename = `${name}-${new Date().toISOString().slice(0, 10)}.xlsx`;
      const sendFile = (file: string): Promise<void> =>
        sendTemporaryFile(res.type(XLSX).attachment(filename), file, dirname(file));
      await exports.export(caller.userId, list, gone.signal, sendFile).catch((error) => {
        if (!gone.signal.aborted) throw error;
      });
    };
    return [`GET /api/admin/${path}/export.xlsx`, send];
  });
  return endpointsOf(exportEndpoints, Object.fromEntries(handlers) as ExportHandlers);
}
