import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Flags } from '@oclif/core';
import { UserError } from '../errors/user-error.ts';
import { isOfDisk, writeWhole } from '../output/whole-file.ts';
import type { Api } from '../platform/api-client.ts';
import { type Filter, filterQuery } from './listing.ts';

/** The flag of a list that the platform also exports as a workbook. */
export const workbookFlag = {
  file: Flags.string({ description: 'сохранить в Excel, все строки', helpValue: 'ФАЙЛ.xlsx' }),
};

export interface SavedFile {
  success: true;
  file: string;
  bytes: number;
}

/** Saves the whole list under `path`, filtered and sorted, to a file, either completely or not at all. */
export async function saveWorkbook(
  api: Api,
  path: string,
  file: string,
  options: { search?: string | undefined; sort?: string | undefined },
  filter: Filter = {},
): Promise<SavedFile> {
  if (!/\.xlsx$/i.test(file)) throw new UserError('Имя файла должно кончаться на .xlsx', 'not_xlsx');
  return saveDownload(api, `${path}/export.xlsx?${filterQuery(options, filter)}`, file);
}

/** Saves what the platform answers under `path` to a file, either completely or not at all. */
export async function saveDownload(api: Api, path: string, file: string): Promise<SavedFile> {
  const response = await api.open(path);
  try {
    const bytes = await writeWhole(file, async (unfinished) => {
      const out = createWriteStream(unfinished);
      await pipeline(Readable.fromWeb(response.body as ReadableStream), out);
      return out.bytesWritten;
    });
    return { success: true, file, bytes };
  } catch (error) {
    if (isOfDisk(error)) throw error;
    throw new UserError('Связь прервалась. Повторите команду', 'interrupted');
  }
}
