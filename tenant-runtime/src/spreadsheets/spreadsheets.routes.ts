import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Conflict, InvalidInput } from '@ostatok/kit/node/errors.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { sendTemporaryFile } from '@ostatok/kit/node/send-temporary-file.ts';
import { type RequestHandler, Router } from 'express';
import {
  commitImportSchema,
  exportSchema,
  type ImportLayout,
  importLayoutSchema,
  importSchema,
  MAX_FILE_BYTES,
} from '../../contract/imports.ts';
import type { Blindness } from '../counts/blindness.ts';
import type { Counts } from '../counts/counts.service.ts';
import { rowUuid } from '../path-params.ts';
import { actorOf, adminOnly, callerOf } from '../users/session.routes.ts';
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

/** Mounted at `/api`, behind `signedIn`: administrators import, all users export. */
export function spreadsheetsRoutes(
  spreadsheets: Spreadsheets,
  { counts, blindness }: { counts: Counts; blindness: Blindness },
): Router {
  const router = Router();

  router.post('/import', adminOnly, receiveFile, async (req, res) => {
    const { file } = req;
    if (!file) throw new InvalidInput('Приложите файл в поле file', { file: 'Нет файла' });
    const preview = async () => {
      const { kind, layout, ask, prices } = parse(importSchema, req.body);
      const upload = { path: file.path, filename: file.originalname, kind, user: actorOf(req) };
      return spreadsheets.preview({ ...upload, layout: layoutOf(layout), ask: ask === '1', prices });
    };
    res.json(await preview().finally(() => rm(file.path, { force: true })));
  });

  router.post('/import/:importId/commit', adminOnly, async (req, res) => {
    const input = parse(commitImportSchema, req.body ?? {});
    res.json({ success: true, ...(await spreadsheets.commit(importId(req.params.importId), actorOf(req), input)) });
  });

  router.post('/import/:importId/undo', adminOnly, async (req, res) => {
    await spreadsheets.undo(importId(req.params.importId), actorOf(req));
    res.json({ success: true });
  });

  router.get('/imports', adminOnly, async (_req, res) => sendList(res, 'imports', await spreadsheets.list()));

  router.get('/export.xlsx', async (req, res) => {
    blindness.refuseBlind(callerOf(req));
    const { report, ...part } = parse(exportSchema, req.query);
    if (report === 'count' && (await counts.known(part.count ?? 0)).status !== 'closed') {
      throw new Conflict('count_not_closed', 'Отчёт о подсчёте появится, когда подсчёт закроют');
    }
    const { path, filename } = await spreadsheets.export(report, actorOf(req), part);
    res.type(XLSX).attachment(filename);
    await sendTemporaryFile(res, path);
  });

  return router;
}
