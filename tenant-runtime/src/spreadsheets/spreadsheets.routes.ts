import { rm } from 'node:fs/promises';
import { Conflict, Forbidden, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { sendTemporaryFile } from '@ostatok/kit/node/send-temporary-file.ts';
import type { Request } from 'express';
import { exportEndpoints, importEndpoints, uploadEndpoints } from '../../contract/imports.endpoints.ts';
import { type ImportLayout, importLayoutSchema, importSchema } from '../../contract/imports.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { receivedFile, receiveFile } from '../access/receive-file.routes.ts';
import { actorOf, callerOf } from '../access/session.routes.ts';
import { refuseBlind } from '../blindness/blindness.routes.ts';
import type { Blindness } from '../blindness/blindness.ts';
import type { Counts } from '../counts/counts.service.ts';
import { rowUuid } from '../path-params.ts';
import type { Spreadsheets } from './spreadsheets.service.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const importId = (value: unknown): string => rowUuid(value, 'Такой загрузки нет. Загрузите файл заново');

const userOf = (req: Request) => {
  const { name, role } = callerOf(req);
  return { ...actorOf(req), name, role };
};

function layoutOf(text: string | undefined): ImportLayout | undefined {
  if (text === undefined) return undefined;
  try {
    return parse(importLayoutSchema, JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InvalidInput('Столбцы указаны неверно', { layout: 'Ожидается JSON' });
  }
}

export const uploadRoutes = (spreadsheets: Spreadsheets) =>
  endpointsOf(
    uploadEndpoints,
    {
      'POST /api/import'({ req }) {
        const file = receivedFile(req);
        // The fields are checked here and not before, so that the file of a refused upload is deleted as well.
        const preview = async () => {
          const { kind, layout, ask, prices } = parse(importSchema, req.body);
          const upload = { path: file.path, filename: file.originalname, kind, user: userOf(req) };
          return spreadsheets.preview({ ...upload, layout: layoutOf(layout), ask: ask === '1', prices });
        };
        return preview().finally(() => rm(file.path, { force: true }));
      },
    },
    [receiveFile],
  );

export const importsRoutes = (spreadsheets: Spreadsheets) =>
  endpointsOf(importEndpoints, {
    'POST /api/import/:importId/commit': ({ params, body, req }) =>
      spreadsheets.commit(importId(params.importId), userOf(req), body),
    async 'POST /api/import/:importId/undo'({ params, req }) {
      await spreadsheets.undo(importId(params.importId), userOf(req));
      return {};
    },
    'GET /api/imports': async () => ({ imports: await spreadsheets.list() }),
  });

interface ExportDeps {
  spreadsheets: Spreadsheets;
  counts: Counts;
  blindness: Blindness;
}

export const exportRoutes = ({ spreadsheets, counts, blindness }: ExportDeps) =>
  endpointsOf(
    exportEndpoints,
    {
      async 'GET /api/export.xlsx'({ query: { report, ...part }, caller, req, res }) {
        if (['usage', 'supplier_order'].includes(report) && caller.role !== 'admin') {
          throw new Forbidden('admin_only', 'Это может только администратор заведения');
        }
        if (report === 'count' && (await counts.known(part.count ?? 0)).status !== 'closed') {
          throw new Conflict('count_not_closed', 'Отчёт о подсчёте появится, когда подсчёт закроют');
        }
        if (report === 'supplier_order' && !(await spreadsheets.hasOrder(part.order ?? 0))) {
          throw new NotFound('Такого заказа нет');
        }
        const { path, filename } = await spreadsheets.export(report, actorOf(req), part);
        res.type(XLSX).attachment(filename);
        await sendTemporaryFile(res, path);
      },
    },
    [refuseBlind(blindness)],
  );
