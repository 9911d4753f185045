import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import {
  ALIAS_FILE_BYTES,
  aliasImportColumnsSchema,
  aliasImportFilterSchema,
  aliasImportSorts,
} from '@ostatok/api/contract/alias-imports.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { type Request, type RequestHandler, Router } from 'express';
import multer, { type StorageEngine } from 'multer';
import { callerOf } from '../auth/guard.routes.ts';
import type { AliasImports } from './alias-imports.service.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function importOf({ params: { importId } }: Request): string {
  if (typeof importId !== 'string' || !UUID.test(importId))
    throw new NotFound('Такой загрузки нет. Загрузите файл заново', 'import_not_found');
  return importId;
}

const disk = multer.diskStorage({ destination: (_req, _file, done) => done(null, tmpdir()) });
/**
 * Like multer's disk storage, but deletes a file that could not be written whole, so that it does not keep a full disk
 * full.
 */
const storage: StorageEngine = {
  _handleFile(req, file, done) {
    disk._handleFile(req, file, (error, info) => {
      if (!error || !file.path) return done(error, info);
      rm(file.path, { force: true }).then(
        () => done(error),
        () => done(error),
      );
    });
  },
  _removeFile: disk._removeFile.bind(disk),
};

/** Receives one file into the system's temporary folder, under a random name. */
const receive = multer({
  storage,
  limits: { fileSize: ALIAS_FILE_BYTES, files: 1, fields: 5, fieldSize: 1000, parts: 6 },
  defParamCharset: 'utf8',
}).single('file');

const noFile = (): InvalidInput => new InvalidInput('Приложите файл в поле file', { file: 'Нет файла' });

const receiveFile: RequestHandler = (req, res, next) => {
  if (!req.is('multipart/form-data')) throw noFile();
  receive(req, res, (error?: unknown) => {
    // The parser's errors about a body that breaks off or has no boundary are the client's mistake.
    const isBroken = error instanceof Error && !('code' in error) && !('status' in error);
    next(isBroken ? new InvalidInput('Файл передан неверно', undefined, 'bad_upload') : error);
  });
};

/** Mounted at /api/admin/aliases/import, behind the administrator's guard. */
export function aliasImportsRoutes(imports: AliasImports): Router {
  const router = Router();

  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: aliasImportSorts, sort: 'at', order: 'desc' });
    const { imports: found, total } = await imports.list(parse(aliasImportFilterSchema, query.filter), query);
    sendList(res, 'imports', found, { ...query, total });
  });

  router.post('/', receiveFile, async (req, res) => {
    const { file } = req;
    if (!file) throw noFile();
    const uploaded = imports.upload({ path: file.path, filename: file.originalname });
    res.status(201).json(await uploaded.finally(() => rm(file.path, { force: true })));
  });

  router.get('/:importId', async (req, res) => {
    res.json(await imports.get(importOf(req)));
  });

  router.put('/:importId', async (req, res) => {
    const importId = importOf(req);
    const { columns } = parse(aliasImportColumnsSchema, req.body);
    res.json(await imports.correct(importId, columns));
  });

  router.post('/:importId/commit', async (req, res) => {
    res.json(await imports.commit(importOf(req), callerOf(req).userId));
  });

  router.post('/:importId/undo', async (req, res) => {
    res.json(await imports.undo(importOf(req), callerOf(req).userId));
  });

  return router;
}
