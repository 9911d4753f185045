import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { PlatformClient } from '../platform/platform-client.ts';
import { accessFeature } from './features/access.ts';
import { type ChatFiles, MAX_FILE_BYTES, mustFit, tooLarge } from './files.ts';
import { createRateLimit, createReplyLog, createTokenWatch, createWaiting } from './limits.ts';
import { botNamed, type Transport } from './transport.ts';

const DOWNLOAD_MS = 60_000;

interface TelegramOptions {
  token: string;
  /** The address of the Bot API: `https://api.telegram.org` or the sandbox. */
  apiRoot: string;
  /** The bot's name without @. If it is given, Telegram need not be asked for it at the start. */
  botUsername?: string | undefined;
  /** Receives a notice when Telegram refuses the token. */
  platform?: Pick<PlatformClient, 'botState'> | undefined;
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

const filesOf = ({ token, apiRoot }: TelegramOptions): ChatFiles => ({
  async download(api, fileId) {
    const file = await api.getFile(fileId);
    const answer = await fetch(`${apiRoot}/file/bot${token}/${file.file_path}`, {
      signal: AbortSignal.timeout(DOWNLOAD_MS),
    }).catch(() => undefined);
    if (!answer?.ok) throw new InvalidInput('Файл не скачался, пришлите его ещё раз');
    mustFit(Number(answer.headers.get('content-length') ?? 0));
    return readWithin(answer);
  },
});

export const createTelegramTransport = (options: TelegramOptions): Transport => ({
  channel: 'telegram',
  token: options.token,
  apiRoot: options.apiRoot,
  // The id is the first part of the token.
  me: botNamed(Number(options.token.split(':')[0]), options.botUsername ?? 'bot'),
  files: filesOf(options),
  transformers: [
    createTokenWatch((state) => void options.platform?.botState(state)),
    createRateLimit(),
    createWaiting(),
  ],
  replies: createReplyLog(),
  access: accessFeature,
  hasStrangers: true,
});
