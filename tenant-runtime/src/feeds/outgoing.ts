import { createWriteStream } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { isIP, connect as netConnect, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { isUntrustedCertificate } from '@ostatok/kit/node/untrusted-certificate.ts';
import { FORBIDDEN_ADDRESS, forbiddenAddress, isAllowed, lookupAllowed } from './allowed-address.ts';
import { FeedFailure } from './feed-failure.ts';

const MB = 2 ** 20;
/** Bytes of a report, and of any other answer. */
const MAX_REPORT_BYTES = 32 * MB;
const MAX_TEXT_BYTES = 256 * 1024;
/** So much of a report is looked at before it is read. */
const HEAD_BYTES = 4096;

export interface OutgoingRequest {
  url: URL;
  method?: 'GET' | 'POST';
  json?: unknown;
  /** The file that the body of a successful answer is written to; else it is a text. */
  to?: string;
  /** SHA-256 of a certificate that is trusted although no authority vouches for it. */
  fingerprint?: string | null;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface OutgoingAnswer {
  status: number;
  location: string | undefined;
  /** The text, or the beginning of what was written to the file. */
  text: string;
  bytes: number;
}

export type SendOutgoing = (request: OutgoingRequest) => Promise<OutgoingAnswer>;

const socketReady = (socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => void socket.destroy(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', onAbort));
    socket.once(event, resolve);
    socket.once('error', reject);
    if (signal.aborted) onAbort();
  });

function checkCertificate(socket: TLSSocket, trusted: string | null | undefined): void {
  if (socket.authorized) return;
  const seen = socket.getPeerCertificate().fingerprint256;
  if (trusted && seen === trusted) return;
  // Node declares an Error and gives its code
  const code = String(socket.authorizationError ?? '');
  if (!isUntrustedCertificate(code)) throw new FeedFailure(`Защищённое соединение с кассой не удалось: ${code}`);
  const what = trusted
    ? 'Сертификат сервера сменился. Если его меняли вы, подтвердите новый'
    : 'Сертификат сервера никем не заверен, как бывает у своего сервера iiko. Если сервер ваш, подтвердите сертификат';
  throw new FeedFailure(what, { fingerprint: seen });
}

const WORDS: Record<string, string> = {
  ENOTFOUND: 'такого имени в интернете нет. Проверьте адрес',
  EAI_AGAIN: 'имя не удалось найти. Проверьте адрес, и есть ли у заведения выход в интернет',
  ECONNREFUSED: 'по этому порту никто не отвечает. Проверьте адрес и порт, и включён ли сервер',
  ECONNRESET: 'соединение оборвалось. Попробуем ещё раз сами',
  EPIPE: 'соединение оборвалось. Попробуем ещё раз сами',
  EHOSTUNREACH: 'до сервера нет пути. Проверьте, включён ли он',
  ENETUNREACH: 'до сервера нет пути. Проверьте, есть ли у заведения выход в интернет',
  ETIMEDOUT: 'сервер не отвечает. Проверьте, включён ли он',
  EPROTO: 'сервер не говорит на https. Попробуйте адрес с http://',
};

/** Says what went wrong on the way; the address may hold a token and is not told, only its host. */
function inWords(error: unknown, { url, timeoutMs, signal }: OutgoingRequest): unknown {
  if (error instanceof FeedFailure || signal.aborted) return error;
  const { code = '', name = '' } = error as NodeJS.ErrnoException;
  if (code === FORBIDDEN_ADDRESS) {
    return new FeedFailure(
      `${url.hostname}: адреса внутренней сети не годятся. Нужен адрес, который виден из интернета`,
    );
  }
  if (name === 'TimeoutError') {
    return new FeedFailure(`${url.hostname}: сервер не ответил за ${timeoutMs / 1000} с. Попробуем ещё раз сами`);
  }
  const words = code.startsWith('ERR_SSL') ? WORDS.EPROTO : WORDS[code];
  return new FeedFailure(
    `${url.hostname}: ${words ?? `соединение не удалось (${code || name}). Попробуем ещё раз сами`}`,
  );
}

function createLimit(most: number): Transform & { seen: () => { bytes: number; head: string } } {
  let bytes = 0;
  const head: Buffer[] = [];
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      if (bytes < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - bytes));
      bytes += chunk.length;
      if (bytes <= most) done(null, chunk);
      else done(new FeedFailure(`Ответ кассы больше ${most / MB} МБ: столько продаж за раз не бывает`));
    },
  });
  return Object.assign(limit, { seen: () => ({ bytes, head: Buffer.concat(head).toString('utf8') }) });
}

async function readText(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_TEXT_BYTES) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function readAnswer(answer: IncomingMessage, to: string | undefined): Promise<OutgoingAnswer> {
  const { statusCode: status = 0, headers } = answer;
  const { location } = headers;
  if (to === undefined || status !== 200) {
    const text = await readText(answer);
    return { status, location, text, bytes: text.length };
  }
  const limit = createLimit(MAX_REPORT_BYTES);
  await pipeline(answer, limit, createWriteStream(to, { mode: 0o600 }));
  const { bytes, head } = limit.seen();
  return { status, location, text: head, bytes };
}

/**
 * Creates the way of a venue to its tills. Each request has a connection of its own to an allowed address; nothing is sent before
 * the certificate is trusted. Redirects are not followed. Throws FeedFailure, or the reason of the signal.
 */
export function createOutgoing({ allowPrivate }: { allowPrivate: boolean }): SendOutgoing {
  const lookup = lookupAllowed(allowPrivate);

  async function open({ url, fingerprint }: OutgoingRequest, signal: AbortSignal): Promise<Socket> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // an address is connected to without a look-up
    if (isIP(host) && !isAllowed(host, allowPrivate)) throw forbiddenAddress(host);
    const isSecure = url.protocol === 'https:';
    const port = Number(url.port) || (isSecure ? 443 : 80);
    if (!isSecure) {
      const socket = netConnect({ host, port, lookup });
      await socketReady(socket, 'connect', signal);
      return socket;
    }
    const servername = isIP(host) ? '' : host;
    const socket = tlsConnect({ host, port, lookup, servername, rejectUnauthorized: false });
    await socketReady(socket, 'secureConnect', signal);
    try {
      checkCertificate(socket, fingerprint);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return socket;
  }

  async function exchange(request: OutgoingRequest, signal: AbortSignal): Promise<OutgoingAnswer> {
    const { url, method = 'GET', json, to } = request;
    const socket = await open(request, signal);
    const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = httpRequest({
          createConnection: () => socket,
          method,
          path: url.pathname + url.search,
          headers: {
            host: url.host,
            accept: 'application/json, */*',
            connection: 'close',
            'content-length': body?.length ?? 0,
            ...(body && { 'content-type': 'application/json; charset=utf-8' }),
          },
        });
        outgoing.once('response', resolve);
        outgoing.once('error', reject);
        outgoing.end(body);
      });
      return await readAnswer(answer, to);
    } catch (error) {
      // a socket that was destroyed by the signal says only that it was closed
      throw signal.aborted ? signal.reason : error;
    } finally {
      socket.destroy();
    }
  }

  return async (request) => {
    const timer = AbortSignal.timeout(request.timeoutMs);
    try {
      return await exchange(request, AbortSignal.any([request.signal, timer]));
    } catch (error) {
      throw inWords(error, request);
    }
  };
}
