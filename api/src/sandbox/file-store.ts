import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { UploadedFile } from '../bot-api/bot-params.ts';
import { type FileRow, findFile, insertFile } from './bots.queries.ts';

/** Stores files sent through the chat: bytes in a folder under the file's id, the rest in the database. */
export function createFileStore({ db, folder }: { db: Knex; folder: string }) {
  return {
    async keep(botId: number, { name, mime, data }: UploadedFile): Promise<FileRow> {
      const file = { id: randomBytes(24).toString('base64url'), bot_id: botId, name, mime, size: data.length };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, file.id), data, { mode: 0o600 });
      await insertFile(db, file);
      return file;
    },
    find: (id: string): Promise<FileRow | undefined> => findFile(db, id),
    pathOf: ({ id }: FileRow): string => join(folder, id),
  };
}
export type FileStore = ReturnType<typeof createFileStore>;

/** Telegram's `file_path`, which is part of the download address. */
export const botPathOf = ({ id, name }: FileRow): string => `documents/${id}${extname(name)}`;

export const idOfBotPath = (path: string): string => path.replace(/^documents\//, '').replace(/\.[^.]*$/, '');

/** The file as a message's document. */
export const documentOf = ({ id, name, mime, size }: FileRow) => ({
  file_id: id,
  file_unique_id: id.slice(0, 15),
  file_name: name,
  mime_type: mime,
  file_size: size,
});
