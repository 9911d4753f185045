import { TooLarge } from '@ostatok/kit/node/errors.ts';
import type { Api } from 'grammy';

/** The largest file that a person may send to the chat. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Files that people have sent to a channel. */
export interface ChatFiles {
  /** Throws InvalidInput where the file cannot be had, and TooLarge. */
  download: (api: Api, fileId: string) => Promise<Buffer>;
}

export const tooLarge = (): TooLarge => new TooLarge('Файл больше 20 МБ: бот такие не скачивает');

export function mustFit(size: number | undefined): void {
  if ((size ?? 0) > MAX_FILE_BYTES) throw tooLarge();
}
