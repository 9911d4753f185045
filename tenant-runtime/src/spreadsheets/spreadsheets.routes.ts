import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Conflict, InvalidInput } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { sendTemporaryFile } from '@ostatok/kit/node/send-temporary-file.ts';
import type { RequestHandler } from 'express';
import { exportEndpoints, importEndpoints, uploadEndpoints } from '../../contract/imports.endpoints.ts';
import { type ImportLayout, importLayoutSchema, importSchema, MAX_FILE_BYTES } from '../../contract/imports.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { actorOf } from '../access/session.routes.ts';
import { refuseBlind } from '../blindness/blindness.routes.ts';
import type { Blindness } from '../blindness/blindness.ts';
import type { Counts } from '../counts/counts.service.ts';
import { rowUuid } from '../path-params.ts';
import type { Spreadsheets } from './spreadsheets.service.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const importId = (value: unknown): string => rowUuid(value, 'Такой загрузки нет. Загрузите файл заново');

let upload: Promise<RequestHandler> | undefined;

/**
 * Stores one file and a few short fields in the system's temporary folder under a random name. The parser is loaded at
 * the first upload, because most tenants are idle most of the time.
 */
function uploader(): Promise<RequestHandler> {
  upload ??= import('multer').then(({ default: multer }) =>
    multer({
      dest: tmpdir(),
      limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 5, fieldSize: 20_000, parts: 6 },
      defParamCharset: 'utf8',
    }).single('file'),
  );
  return upload;
}

const receiveFile: RequestHandler = async (req, res, next) => {
  if (!req.is('multipart/form-data')) throw new InvalidInput('Приложите файл в поле file', { file: 'Нет файла' });
  const receive = await uploader();
  receive(req, res, (error?: unknown) => {
    // A parser's error about a body that breaks off or has no boundary is the sender's mistake.
    const ours = error instanceof Error && !('code' in error) && !('status' in error);
    next(ours ? new InvalidInput('Файл передан неверно', undefined, 'bad_upload') : error);
  });
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
        const { file } = req;
        if (!file) throw new InvalidInput('Приложите файл в поле file', { file: 'Нет файла' });
        // The fields are checked here and not before, so that the file of a refused upload is deleted as well.
        const preview = async () => {
          const { kind, layout, ask, prices } = parse(importSchema, req.body);
          const upload = { path: file.path, filename: file.originalname, kind, user: actorOf(req) };
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
      spreadsheets.commit(importId(params.importId), actorOf(req), body),
    async 'POST /api/import/:importId/undo'({ params, req }) {
      await spreadsheets.undo(importId(params.importId), actorOf(req));
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
      async 'GET /api/export.xlsx'({ query: { report, ...part }, req, res }) {
        if (report === 'count' && (await counts.known(part.count ?? 0)).status !== 'closed') {
          throw new Conflict('count_not_closed', 'Отчёт о подсчёте появится, когда подсчёт закроют');
        }
        const { path, filename } = await spreadsheets.export(report, actorOf(req), part);
        res.type(XLSX).attachment(filename);
        await sendTemporaryFile(res, path);
      },
    },
    [refuseBlind(blindness)],
  );
