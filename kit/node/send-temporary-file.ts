import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends a file made for this response alone. The file, or the `folder` it lies in, is removed before the first byte is
 * sent: once a client has the response, nothing is left.
 */
export async function sendTemporaryFile(res: Response, path: string, folder = path): Promise<void> {
  const file = await open(path);
  try {
    await rm(folder, { recursive: true, force: true });
    res.setHeader('Content-Length', (await file.stat()).size);
    await pipeline(file.createReadStream({ autoClose: false }), res);
  } catch (error) {
    // the client has disconnected
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    await file.close();
  }
}
