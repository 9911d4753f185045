import { request as plainRequest } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import { rootCertificates } from 'node:tls';

export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The most bytes of the answer that are read. */
  maxBytes?: number;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export type Ask = (url: URL, asked: Asked) => Promise<Answered>;

/** The answer is longer than the caller reads. */
export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong';
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * Makes requests to MAX's own hosts, whose certificates may end in `authority`, a certificate in PEM that nobody else
 * is trusted by: an authority for the whole process would vouch for the bank and the mail as well.
 */
export function createMaxHttp(authority?: string): Ask {
  const agent = new Agent({ keepAlive: true, ...(authority && { ca: [...rootCertificates, authority] }) });
  return (url, { method, headers, body, maxBytes = MAX_ANSWER_BYTES, timeoutMs, signal }) =>
    new Promise((resolve, reject) => {
      const limit = AbortSignal.timeout(timeoutMs);
      const options = { method, headers, signal: signal ? AbortSignal.any([signal, limit]) : limit };
      const made = url.protocol === 'https:' ? secureRequest(url, { ...options, agent }) : plainRequest(url, options);
      made.on('error', reject);
      made.on('response', async (response) => {
        try {
          const chunks: Buffer[] = [];
          let bytes = 0;
          for await (const chunk of response as AsyncIterable<Buffer>) {
            bytes += chunk.length;
            if (bytes > maxBytes) throw new AnswerTooLong(`more than ${maxBytes} bytes`);
            chunks.push(chunk);
          }
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
        } catch (error) {
          response.destroy();
          reject(error);
        }
      });
      made.end(body);
    });
}
