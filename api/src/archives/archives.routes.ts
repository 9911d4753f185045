import { rm } from 'node:fs/promises';
import { archiveEndpoints } from '@ostatok/api/contract/archives.endpoints.ts';
import { ARCHIVE_BYTES } from '@ostatok/api/contract/archives.ts';
import type { Caller } from '../access/callers.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { createFileReceiver } from '../platform/receive-file.ts';
import type { Archives } from './archives.service.ts';

const receiveFile = createFileReceiver(ARCHIVE_BYTES);

export type RequireRoom = (caller: Caller) => Promise<void>;

export const archivesRoutes = (archives: Archives, requireRoom: RequireRoom) =>
  endpointsOf(archiveEndpoints, {
    async 'POST /api/provision/archives'({ caller, req, res }) {
      const { userId } = caller;
      await requireRoom(caller);
      return archives.within(userId, Number(req.get('content-length') ?? 0), async () => {
        const { path } = await receiveFile(req, res);
        const archive = await archives.accept(userId, path).finally(() => rm(path, { force: true }));
        return { archive };
      });
    },
  });
