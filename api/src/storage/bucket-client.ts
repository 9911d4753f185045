import { setTimeout as sleep } from 'node:timers/promises';
import { MissingObject, StorageError, type StorageTrouble } from './storage.ts';

/** How often a request is sent when the server is out of reach or overloaded, and how long the first pause is. */
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 200;

/** The parts of an error of the client that may be shown; its body repeats the operator's key. */
interface ClientError {
  status?: number;
  serviceCode?: string;
  code?: string;
  cause?: { code?: string };
}

const codes: Record<string, StorageTrouble> = {
  NoSuchBucket: 'no_bucket',
  RequestTimeTooSkewed: 'clock',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  EntityTooLarge: 'too_large',
  ECONNRESET: 'cut',
  EPIPE: 'cut',
  UND_ERR_SOCKET: 'cut',
  UND_ERR_HEADERS_TIMEOUT: 'slow',
  UND_ERR_BODY_TIMEOUT: 'slow',
};

function troubleOf(status: number | undefined, code: string): StorageTrouble {
  const known = codes[code];
  if (known) return known;
  if (status === undefined) return 'unreachable';
  if (status === 401 || status === 403) return 'denied';
  if (status === 507) return 'full';
  return status >= 500 || status === 429 ? 'unreachable' : 'refused';
}

const isMissing = ({ status, serviceCode }: ClientError): boolean => status === 404 && serviceCode !== 'NoSuchBucket';

/** Returns an error of ours for one of the client's; `what` tells what was asked, without secrets. */
function toStorageError(error: unknown, what: string): Error {
  if (error instanceof StorageError || error instanceof MissingObject) return error;
  const found = error as ClientError;
  if (isMissing(found)) return new MissingObject(what);
  const code = found.serviceCode ?? found.code ?? found.cause?.code ?? '';
  return new StorageError(troubleOf(found.status, code), `${what}: ${[found.status, code].filter(Boolean).join(' ')}`);
}

/** An overloaded server and a broken connection may pass; what the server refuses, it refuses again. */
const mayPass = (error: Error): boolean =>
  error instanceof StorageError && (error.trouble === 'unreachable' || error.trouble === 'cut');

/** Repeats a request that may be repeated. Throws StorageError and MissingObject. */
export async function attempt<T>(what: string, request: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await request();
    } catch (error) {
      const known = toStorageError(error, what);
      if (tried === ATTEMPTS || !mayPass(known)) throw known;
      await sleep(FIRST_PAUSE_MS * 4 ** (tried - 1));
    }
  }
}

const isDownload = (url: URL, method: string | undefined): boolean =>
  method === 'GET' && !url.searchParams.has('list-type') && !url.searchParams.has('uploads');

/** A part is on its way for long, and putting them together takes the service a while. */
const isUpload = (url: URL, method: string | undefined): boolean =>
  method === 'PUT' || (method === 'POST' && url.searchParams.has('uploadId'));

/** How long an answer may take, and how long that of an upload may. */
export interface Patience {
  patienceMs: number;
  uploadMs: number;
}

/** A fetch that gives up when an answer takes longer; only the bytes of a file are read later. */
export const patientFetch = ({ patienceMs: answerMs, uploadMs }: Patience): typeof fetch =>
  async function fetchInTime(input, init) {
    const late = new AbortController();
    const url = new URL(String(input));
    const patienceMs = isUpload(url, init?.method) ? uploadMs : answerMs;
    const slow = new StorageError('slow', `${init?.method} ${url.pathname}: no answer in ${patienceMs} ms`);
    const limit = setTimeout(() => late.abort(slow), patienceMs);
    try {
      const answer = await fetch(input, { ...init, signal: late.signal });
      if (answer.ok && isDownload(url, init?.method)) return answer;
      const { status, headers } = answer;
      const body = await answer.arrayBuffer();
      return new Response(body.byteLength > 0 ? body : null, { status, headers });
    } finally {
      clearTimeout(limit);
    }
  };

/** Reads a file's bytes. Throws StorageError when they stop coming. */
export async function* bytesOf(answer: Response, what: string, patienceMs: number): AsyncGenerator<Buffer> {
  const reader = answer.body?.getReader();
  if (!reader) return;
  let limit: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const late = Promise.withResolvers<never>();
      limit = setTimeout(
        () => late.reject(new StorageError('slow', `${what}: no bytes in ${patienceMs} ms`)),
        patienceMs,
      );
      const { value, done } = await Promise.race([reader.read(), late.promise]);
      clearTimeout(limit);
      if (done) return;
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  } catch (error) {
    throw toStorageError(error, what);
  } finally {
    clearTimeout(limit);
    await reader.cancel().catch(() => undefined);
  }
}
