import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { ExportedFile } from './tenant-export.service.ts';

type Write = (gone: AbortSignal, use: (file: ExportedFile) => Promise<void>) => Promise<void>;

/** Sends what is written; an interrupted answer breaks the connection, since half a file must not look like a whole one. */
export async function sendExport(res: Response, type: string, write: Write): Promise<void> {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  try {
    await write(gone.signal, async ({ name, bytes }) => {
      res.set('Cache-Control', 'no-store').attachment(name).type(type);
      await pipeline(bytes, res);
    });
  } catch (error) {
    if (res.headersSent || gone.signal.aborted) res.destroy();
    else throw error;
  }
}
