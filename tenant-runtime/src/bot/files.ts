import { InvalidInput, TooLarge } from '@ostatok/kit/node/errors.ts';
import type { Context } from 'grammy';

/** The largest file that the Bot API lets a bot download. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
const DOWNLOAD_MS = 60_000;

export interface FilesAt {
  token: string;
  apiRoot: string;
}

const tooLarge = (): TooLarge => new TooLarge('Файл больше 20 МБ: бот такие не скачивает');

export function mustFit(size: number | undefined): void {
  if ((size ?? 0) > MAX_FILE_BYTES) throw tooLarge();
}

/** Reads the body and enforces the limit on the bytes received, because the declared size cannot be trusted. */
async function readWithin(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function download(ctx: Context, { token, apiRoot }: FilesAt, fileId: string): Promise<Buffer> {
  const file = await ctx.api.getFile(fileId);
  const answer = await fetch(`${apiRoot}/file/bot${token}/${file.file_path}`, {
    signal: AbortSignal.timeout(DOWNLOAD_MS),
  }).catch(() => undefined);
  if (!answer?.ok) throw new InvalidInput('Файл не скачался, пришлите его ещё раз');
  mustFit(Number(answer.headers.get('content-length') ?? 0));
  return readWithin(answer);
}
