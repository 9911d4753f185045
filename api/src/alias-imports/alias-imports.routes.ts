import { rm } from 'node:fs/promises';
import { aliasImportEndpoints } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import { ALIAS_FILE_BYTES } from '@ostatok/api/contract/alias-imports.ts';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import { sendTemporaryFile } from '@ostatok/kit/node/send-temporary-file.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { createFileReceiver } from '../platform/receive-file.ts';
import type { AliasImports } from './alias-imports.service.ts';

function importOf({ importId }: { importId: string }): string {
  if (!isUuid(importId)) throw new NotFound('Такой загрузки нет. Загрузите файл заново', 'import_not_found');
  return importId;
}

const receiveFile = createFileReceiver(ALIAS_FILE_BYTES);

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
