import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { type ChatFiles, MAX_FILE_BYTES, mustFit, tooLarge } from './files.ts';

const DOWNLOAD_MS = 60_000;

interface BotApi {
  token: string;
  /** Its address, under which files lie as well. */
  apiRoot: string;
  /** What a request for a file carries. */
  headers?: () => Record<string, string>;
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

/** Downloads files from where a Bot API says that they are. */
export const filesOfBotApi = ({ token, apiRoot, headers = () => ({}) }: BotApi): ChatFiles => ({
  async download(api, fileId) {
    const file = await api.getFile(fileId);
    const answer = await fetch(`${apiRoot}/file/bot${token}/${file.file_path}`, {
      headers: headers(),
      signal: AbortSignal.timeout(DOWNLOAD_MS),
    }).catch(() => undefined);
    if (answer?.status === 413) throw tooLarge();
    if (!answer?.ok) throw new InvalidInput('Файл не скачался, пришлите его ещё раз');
    mustFit(Number(answer.headers.get('content-length') ?? 0));
    return readWithin(answer);
  },
});
