import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ImapFlow, type ImapTransportSocket } from 'imapflow';
import { type Attachment, attachmentsOf } from './attachments.ts';
import { type ConnectOutside, inWords } from './connecting.ts';
import { FeedFailure } from './feed-failure.ts';
import { mailAddress } from './mail-address.ts';

export interface MailAccount {
  address: string;
  login: string;
  password: string;
  folder: string;
  /** An address, or a part of one, that letters are read from; null: from anybody's. */
  sender: string | null;
  fingerprint: string | null;
}

export interface Letter {
  uid: number;
  messageId: string | null;
  receivedAt: Date;
  attachments: Attachment[];
}

export interface MailTimeouts {
  /** Until the server has said that it is there. */
  connectMs: number;
  /** Between two words of the server. */
  silentMs: number;
}

const TIMEOUTS: MailTimeouts = { connectMs: 30_000, silentMs: 60_000 };
const KB = 1024;
/** Attachments come in portions; lists of folders and of letters are as long as a server likes, within these. */
const CHUNK_BYTES = 256 * KB;
const LIMITS = {
  maxLiteralSize: 1024 * KB,
  maxLineLength: 1024 * KB,
  maxResponseSize: 2048 * KB,
  maxResponseTokens: 100_000,
};
/** The server has no time for this login now, which says nothing of the password. */
const BUSY = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'];
const SHOWN_FOLDERS = 10;

interface ImapError extends NodeJS.ErrnoException {
  authenticationFailed?: boolean;
  serverResponseCode?: string;
}

const PLAIN = 'сервер не говорит на TLS. Проверьте порт: обычно 993';
const NO_IMAP = 'по этому адресу отвечает не почтовый сервер. Проверьте адрес и порт: обычно 993';
const CODES: Record<string, string> = {
  GREETING_TIMEOUT: 'TimeoutError',
  CONNECT_TIMEOUT: 'TimeoutError',
  ETIMEOUT: 'ETIMEDOUT',
  NoConnection: 'ECONNRESET',
  ClosedAfterConnectTLS: 'ECONNRESET',
  ClosedAfterConnectText: 'ECONNRESET',
  EConnectionClosed: 'ECONNRESET',
  DownloadIncomplete: 'ECONNRESET',
};

function failureOf(error: unknown, { address }: MailAccount, { connectMs }: MailTimeouts): unknown {
  if (error instanceof FeedFailure) return error;
  const { host } = mailAddress(address);
  const { authenticationFailed, serverResponseCode = '', code = '' } = error as ImapError;
  if (authenticationFailed && !BUSY.includes(serverResponseCode)) {
    return new FeedFailure(
      'Почта не принимает логин или пароль. Включите в её настройках доступ по IMAP и создайте пароль для приложений',
      { refused: true },
    );
  }
  if (authenticationFailed) return new FeedFailure(`${host}: почта сейчас не пускает. Попробуем ещё раз сами`);
  if (/^(Parser|InvalidGreeting|ProtocolError)/.test(code)) return new FeedFailure(`${host}: ${NO_IMAP}`);
  const known = CODES[code];
  const named = Object.assign(new Error('mail'), {
    code: known ?? code,
    ...(known === 'TimeoutError' && { name: known }),
  });
  return inWords(known ? named : error, host, { timeoutMs: connectMs, plain: PLAIN });
}

/** Opens a folder of a mailbox over TLS. Throws FeedFailure, or the reason of the signal. */
export async function openMailbox(
  connect: ConnectOutside,
  account: MailAccount,
  signal: AbortSignal,
  timeouts: MailTimeouts = TIMEOUTS,
) {
  const { login, password, folder, sender, fingerprint } = account;
  const { host, port } = mailAddress(account.address);
  let cause: unknown;
  const failing = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      const isLoss = (error as ImapError).code === 'NoConnection';
      throw signal.aborted ? signal.reason : failureOf((isLoss && cause) || error, account, timeouts);
    });
  // its time is over once it is connected: the signal also ends what is connected
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), timeouts.connectMs);
  const timed = AbortSignal.any([signal, late.signal]);
  const socket = await failing(connect({ host, port, isSecure: true, fingerprint }, timed)).finally(() =>
    clearTimeout(timer),
  );
  const client = new ImapFlow({
    host,
    port,
    secure: true,
    auth: { user: login, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silentMs,
    transport: {
      connect(_options, onConnect) {
        setImmediate(onConnect);
        return socket as ImapTransportSocket;
      },
    },
    ...LIMITS,
  });
  // a command that is under way is told only that the connection is gone
  client.on('error', (error) => {
    cause ??= error;
  });
  const stop = (): void => client.close();
  signal.addEventListener('abort', stop, { once: true });

  async function openFolder() {
    try {
      return await client.mailboxOpen(folder);
    } catch (error) {
      if (!client.usable) throw error;
      const folders = (await client.list()).map(({ path }) => path);
      if (folders.includes(folder)) throw error;
      const more = folders.length > SHOWN_FOLDERS ? ' и другие' : '';
      const shown = folders.slice(0, SHOWN_FOLDERS).map((path) => `«${path}»`);
      throw new FeedFailure(`В почте нет папки «${folder}». Есть ${shown.join(', ')}${more}`);
    }
  }

  async function close(): Promise<void> {
    signal.removeEventListener('abort', stop);
    if (client.usable) await client.logout().catch(() => undefined);
    client.close();
    socket.destroy();
  }

  try {
    await failing(client.connect());
    const { uidValidity } = await failing(openFolder());
    return {
      uidValidity: String(uidValidity),

      /** Returns the numbers of letters that nobody has read, the oldest first. */
      async unseen(since: Date): Promise<number[]> {
        const found = await failing(
          client.search({ seen: false, since, ...(sender && { from: sender }) }, { uid: true }),
        );
        return (found || []).toSorted((a, b) => a - b);
      },

      async letters(uids: number[]): Promise<Letter[]> {
        if (uids.length === 0) return [];
        const wanted = { uid: true, envelope: true, bodyStructure: true, internalDate: true };
        const found = await failing(client.fetchAll(uids.join(','), wanted, { uid: true }));
        return found
          .filter(({ envelope }) => !sender || isFrom(sender, envelope?.from))
          .map(({ uid, envelope, bodyStructure, internalDate }) => ({
            uid,
            messageId: envelope?.messageId || null,
            receivedAt: new Date(internalDate ?? Number.NaN),
            attachments: bodyStructure ? attachmentsOf(bodyStructure) : [],
          }))
          .toSorted((a, b) => a.uid - b.uid);
      },

      /** Writes an attachment to a file. */
      async download({ uid }: Letter, { part }: Attachment, path: string, mostBytes: number): Promise<void> {
        const how = { uid: true, chunkSize: CHUNK_BYTES, maxBytes: mostBytes, decodeText: false };
        await failing(
          (async () => {
            const { content } = await client.download(String(uid), part, how);
            if (!content) throw Object.assign(new Error('gone'), { code: 'DownloadIncomplete' });
            await pipeline(content as Readable, createWriteStream(path, { mode: 0o600 }), { signal });
          })(),
        );
      },

      async markSeen(uids: number[]): Promise<void> {
        if (uids.length > 0) await failing(client.messageFlagsAdd(uids.join(','), ['\\Seen'], { uid: true }));
      },

      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** A server may look for the sender in the whole line, names too. */
const isFrom = (sender: string, from: { address?: string | undefined }[] | undefined): boolean =>
  (from ?? []).some(({ address = '' }) => address.toLowerCase().includes(sender.toLowerCase()));
