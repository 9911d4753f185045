import { createWriteStream } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ConnectOutside, inWords } from './connecting.ts';
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

/** Says what went wrong on the way; the address may hold a token and is not told, only its host. */
function failureOf(error: unknown, { url, timeoutMs, signal }: OutgoingRequest): unknown {
  if (signal.aborted) return error;
  return inWords(error, url.hostname, { timeoutMs, plain: 'сервер не говорит на https. Попробуйте адрес с http://' });
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
 * Asks the servers of tills. Each request has a connection of its own; nothing is sent before the certificate is trusted.
 * Redirects are not followed. Throws FeedFailure, or the reason of the signal.
 */
export function createOutgoing({ connect }: { connect: ConnectOutside }): SendOutgoing {
  function open({ url, fingerprint = null }: OutgoingRequest, signal: AbortSignal): Promise<Socket> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isSecure = url.protocol === 'https:';
    const port = Number(url.port) || (isSecure ? 443 : 80);
    return connect({ host, port, isSecure, fingerprint }, signal);
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
      throw failureOf(error, request);
    }
  };
}
