import { dirname } from 'node:path';
import { exportEndpoints } from '@ostatok/api/contract/exports.endpoints.ts';
import type { EndpointRequest, Handlers } from '@ostatok/kit/node/endpoints.ts';
import { sendTemporaryFile } from '@ostatok/kit/node/send-temporary-file.ts';
import type { Caller } from '../access/callers.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Exports } from './exports.service.ts';
import type { ExportedLists } from './lists.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
type ExportHandlers = Handlers<typeof exportEndpoints, Caller>;
type ExportName = keyof typeof exportEndpoints;
type AskedList = { [Name in ExportName]: EndpointRequest<Name, (typeof exportEndpoints)[Name], Caller> }[ExportName];

/** `GET …/export.xlsx` beside each of the administrator's lists. */
export function exportsRoutes(exports: Exports, lists: ExportedLists) {
  const handlers = Object.entries(lists).map(([endpoint, open]) => {
    const path = endpoint.replace('GET /api/admin/', '').replace('/export.xlsx', '');
    const name = path.replace('/:id/', '-').replace('/users', '').replace('/', '-');
    const send = async (asked: AskedList) => {
      const list = open(asked as never);
      const gone = new AbortController();
      asked.res.once('close', () => gone.abort());
      const filename = `${name}-${new Date().toISOString().slice(0, 10)}.xlsx`;
      const sendFile = (file: string): Promise<void> =>
        sendTemporaryFile(asked.res.type(XLSX).attachment(filename), file, dirname(file));
      await exports.export(asked.caller.userId, list, gone.signal, sendFile).catch((error) => {
        if (!gone.signal.aborted) throw error;
      });
    };
    return [endpoint, send];
  });
  return endpointsOf(exportEndpoints, Object.fromEntries(handlers) as ExportHandlers);
}
