import { rm } from 'node:fs/promises';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { salesEndpoints, salesUploadEndpoints } from '../../contract/sales.endpoints.ts';
import { type SalesUpload, salesUploadSchema } from '../../contract/sales.ts';
import { type SalesLayout, salesLayoutSchema } from '../../contract/sales-layout.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { receivedFile, receiveFile } from '../access/receive-file.routes.ts';
import { rowId } from '../path-params.ts';
import type { Sales } from './sales.service.ts';

const fileId = (value: unknown): number => rowId(value, 'Такого файла продаж нет');
const sourceId = (value: unknown): number => rowId(value, 'Такого источника продаж нет');

function layoutOf(text: string | undefined): SalesLayout | undefined {
  if (text === undefined) return undefined;
  try {
    return parse(salesLayoutSchema, JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InvalidInput('Столбцы указаны неверно', { layout: 'Ожидается JSON' });
  }
}

function periodOf({ from, to }: SalesUpload): { from: string; to: string } | undefined {
  if (from === undefined && to === undefined) return undefined;
  const [first, last] = [from ?? to, to ?? from] as [string, string];
  if (first <= last) return { from: first, to: last };
  throw new InvalidInput('Период кончается раньше, чем начинается', { to: 'Раньше первого дня' });
}

export const salesUploadRoutes = (sales: Pick<Sales, 'upload'>) =>
  endpointsOf(
    salesUploadEndpoints,
    {
      'POST /api/sales/upload'({ req, caller }) {
        const { path, originalname } = receivedFile(req);
        // The fields are checked here and not before, so that the file of a refused upload is deleted as well.
        const upload = async () => {
          const fields = parse(salesUploadSchema, req.body);
          const { key, source_id, layout } = fields;
          const file = { path, filename: originalname, actor: caller, key, sourceId: source_id };
          return sales.upload({ ...file, layout: layoutOf(layout), period: periodOf(fields) });
        };
        return upload().finally(() => rm(path, { force: true }));
      },
    },
    [receiveFile],
  );

export const salesRoutes = (sales: Sales) =>
  endpointsOf(salesEndpoints, {
    'GET /api/sales/sources': async () => ({ sources: await sales.sources() }),
    'POST /api/sales/sources': async ({ body }) => ({ source: await sales.addSource(body) }),
    'PUT /api/sales/sources/:id': async ({ params, body }) => ({
      source: await sales.updateSource(sourceId(params.id), body),
    }),
    'GET /api/sales/files': ({ filter, page }) => sales.files(filter, page),
    'GET /api/sales/files/:id': async ({ params }) => ({ file: await sales.details(fileId(params.id)) }),
    'PUT /api/sales/files/:id': async ({ params, body }) => ({ file: await sales.assign(fileId(params.id), body) }),
    'POST /api/sales/files/:id/apply': async ({ params, body, caller }) => ({
      file: await sales.apply(fileId(params.id), caller, body),
    }),
    async 'DELETE /api/sales/files/:id'({ params, caller }) {
      await sales.remove(fileId(params.id), caller);
      return {};
    },
    'GET /api/sales/dishes': ({ filter, page }) => sales.list(filter, page),
    'PUT /api/sales/dishes': async ({ body, caller }) => ({ dishes: await sales.decide(body, caller) }),
    'GET /api/sales/summary': ({ query }) => sales.summary(query),
  });
