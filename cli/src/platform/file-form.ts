import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { UserError } from '../errors/user-error.ts';

async function open(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch {
    throw new UserError(`Файл ${path} не читается. Проверьте имя`, 'no_file');
  }
}

/** A form with the file, which is read while it is sent: it may be larger than the memory. */
export async function fileForm(path: string): Promise<FormData> {
  const form = new FormData();
  form.set('file', await open(path), basename(path));
  return form;
}
