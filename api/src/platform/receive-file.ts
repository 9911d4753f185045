import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { Request, Response } from 'express';
import multer, { type StorageEngine } from 'multer';

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

const noFile = (): InvalidInput => new InvalidInput('Приложите файл в поле file', { file: 'Нет файла' });

/**
 * Returns a function that receives a form's one file of at most so many bytes into the system's temporary folder, under
 * a random name; the caller deletes it.
 */
export function createFileReceiver(fileSize: number) {
  const receive = multer({
    storage,
    limits: { fileSize, files: 1, fields: 5, fieldSize: 1000, parts: 6 },
    defParamCharset: 'utf8',
  }).single('file');

  return async (req: Request, res: Response): Promise<{ path: string; filename: string }> => {
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
  };
}
