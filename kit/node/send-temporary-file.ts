import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends a file made for this answer alone. It, or the `folder` it lies in, is removed before its first byte is sent:
 * whoever has the answer finds nothing left.
 */
export async function sendTemporaryFile(res: Response, path: string, folder = path): Promise<void> {
  const file = await open(path);
  try {
    await rm(folder, { recursive: true, force: true });
    res.setHeader('Content-Length', (await file.stat()).size);
    await pipeline(file.createReadStream({ autoClose: false }), res);
  } catch (error) {
    // the reader has gone away: there is nobody to answer
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    await file.close();
  }
}
