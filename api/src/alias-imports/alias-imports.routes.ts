import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { aliasImportEndpoints } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import { ALIAS_FILE_BYTES } from '@ostatok/api/contract/alias-imports.ts';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import { sendTemporaryFile } from '@ostatok/kit/node/send-temporary-file.ts';
import type { Request, Response } from 'express';
import multer, { type StorageEngine } from 'multer';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { AliasImports } from './alias-imports.service.ts';

function importOf({ importId }: { importId: string }): string {
  if (!isUuid(importId)) throw new NotFound('Такой загрузки нет. Загрузите файл заново', 'import_not_found');
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

/** Receives the form's file into the temporary folder, from which the caller deletes it. */
async function receiveFile(req: Request, res: Response): Promise<{ path: string; filename: string }> {
  if (!req.is('multipart/form-data')) throw noFile();
  await new Promise<void>((resolve, reject) =>
    receive(req, res, (error?: unknown) => {
      // The parser's errors about a body that breaks off or has no boundary are the client's mistake.
      const isBroken = error instanceof Error && !('code' in error) && !('status' in error);
      if (!error) resolve();
      else reject(isBroken ? new InvalidInput('Файл передан неверно', undefined, 'bad_upload') : error);
    }),
  );
  if (!req.file) throw noFile();
  return { path: req.file.path, filename: req.file.originalname };
}

export const aliasImportsRoutes = (imports: AliasImports) =>
  endpointsOf(aliasImportEndpoints, {
    'GET /api/admin/aliases/import': ({ filter, page }) => imports.list(filter, page),
    async 'POST /api/admin/aliases/import'({ req, res, query }) {
      const file = await receiveFile(req, res);
      return imports.upload(file, query.source).finally(() => rm(file.path, { force: true }));
    },
    'POST /api/admin/aliases/import/starter': () => imports.uploadStarterList(),
    'GET /api/admin/aliases/import/:importId': ({ params }) => imports.get(importOf(params)),
    'GET /api/admin/aliases/import/:importId/rejects.csv': ({ res, params }) =>
      imports.rejects(importOf(params), (path) =>
        sendTemporaryFile(res.type('text/csv').attachment('rejects.csv'), path),
      ),
    'PUT /api/admin/aliases/import/:importId': ({ params, body }) => imports.correct(importOf(params), body),
    'POST /api/admin/aliases/import/:importId/commit': ({ caller, params }) =>
      imports.commit(importOf(params), caller.userId),
    'POST /api/admin/aliases/import/:importId/undo': ({ caller, params }) =>
      imports.undo(importOf(params), caller.userId),
  });
