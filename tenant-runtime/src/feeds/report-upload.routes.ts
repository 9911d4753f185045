import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InvalidInput, TooLarge } from '@ostatok/kit/node/errors.ts';
import type { Request, RequestHandler } from 'express';
import { feedUploadEndpoints } from '../../contract/feeds.endpoints.ts';
import { MAX_FILE_BYTES } from '../../contract/imports.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { receivedFile, receiveFile } from '../access/receive-file.routes.ts';
import type { FeedRow } from '../tables.ts';
import type { Reports } from './reports.service.ts';

const isForm = (req: Request): boolean => Boolean(req.is('multipart/form-data'));

/** Writes a body that is the report itself to a file. Throws InvalidInput, TooLarge. */
async function storeBody(req: Request, path: string): Promise<void> {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      bytes += chunk.length;
      if (bytes <= MAX_FILE_BYTES) done(null, chunk);
      else done(new TooLarge(`Отчёт больше ${MAX_FILE_BYTES / 1024 / 1024} МБ`));
    },
  });
  await pipeline(req, counted, createWriteStream(path, { mode: 0o600 }));
  if (bytes === 0) throw new InvalidInput('Отчёт пуст: пришлите файл телом запроса или в поле file');
}

/** Reports by their secret address. Nothing of a body is read before the secret is known. */
export function reportUploadRoutes(reports: Reports) {
  const feeds = new WeakMap<Request, FeedRow>();
  const admit: RequestHandler = async (req, _res, next) => {
    feeds.set(req, await reports.feedOf(String(req.params.secret), req.ip));
    next();
  };
  const receiveForm: RequestHandler = (req, res, next) => (isForm(req) ? receiveFile(req, res, next) : next());
  return endpointsOf(
    feedUploadEndpoints,
    {
      async 'POST /api/feeds/upload/:secret'({ req, query }) {
        const form = isForm(req) ? receivedFile(req) : undefined;
        const path = form?.path ?? join(tmpdir(), `report-${randomUUID()}`);
        try {
          if (!form) await storeBody(req, path);
          const filename = form?.originalname ?? 'Отчёт кассы';
          return await reports.receive(feeds.get(req) as FeedRow, { path, filename, day: query.day });
        } finally {
          await rm(path, { force: true });
        }
      },
    },
    [admit, receiveForm],
  );
}
