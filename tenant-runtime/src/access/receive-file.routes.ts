import { tmpdir } from 'node:os';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { Request, RequestHandler } from 'express';
import { MAX_FILE_BYTES } from '../../contract/imports.ts';

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

export const receiveFile: RequestHandler = async (req, res, next) => {
  if (!req.is('multipart/form-data')) throw new InvalidInput('Приложите файл в поле file', { file: 'Нет файла' });
  const receive = await uploader();
  receive(req, res, (error?: unknown) => {
    // A parser's error about a body that breaks off or has no boundary is the sender's mistake.
    const ours = error instanceof Error && !('code' in error) && !('status' in error);
    next(ours ? new InvalidInput('Файл передан неверно', undefined, 'bad_upload') : error);
  });
};

/** Returns the file that came with the request; whoever takes it deletes it. */
export function receivedFile({ file }: Request): { path: string; originalname: string } {
  if (!file) throw new InvalidInput('Приложите файл в поле file', { file: 'Нет файла' });
  return file;
}
