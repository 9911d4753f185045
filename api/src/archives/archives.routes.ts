import { rm } from 'node:fs/promises';
import { archiveEndpoints } from '@ostatok/api/contract/archives.endpoints.ts';
import { ARCHIVE_BYTES } from '@ostatok/api/contract/archives.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { createFileReceiver } from '../platform/receive-file.ts';
import type { Archives } from './archives.service.ts';

const receiveFile = createFileReceiver(ARCHIVE_BYTES);

export const archivesRoutes = (archives: Archives) =>
  endpointsOf(archiveEndpoints, {
    'POST /api/provision/archives': ({ caller: { userId }, req, res }) =>
      archives.within(userId, async () => {
        const { path } = await receiveFile(req, res);
        const archive = await archives.accept(userId, path).finally(() => rm(path, { force: true }));
        return { archive };
      }),
  });
