import { request as plainRequest } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import { forbiddenAddress, isAllowed, lookupAllowed } from '../egress/allowed-address.ts';

export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The most bytes of the answer that are read. */
  maxBytes?: number;
  /** Asks servers of the internet alone, over https: anybody may have made the address up. */
  publicOnly?: boolean;
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

function requirePublic({ protocol, hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:' || (isIP(host) && !isAllowed(host, false))) throw forbiddenAddress(host);
}

/**
 * Makes requests to MAX's own hosts, whose certificates may end in `authority`, a certificate in PEM that nobody else
 * is trusted by: an authority for the whole process would vouch for the bank and the mail as well. Redirects are not
 * followed.
 */
export function createMaxHttp(authority?: string): Ask {
  const trusting = authority ? { ca: [...rootCertificates, authority] } : {};
  const anyAgent = new Agent({ keepAlive: true, ...trusting });
  const publicAgent = new Agent({ keepAlive: true, lookup: lookupAllowed(false), ...trusting });
  return (url, { method, headers, body, maxBytes = MAX_ANSWER_BYTES, publicOnly = false, timeoutMs, signal }) =>
    new Promise((resolve, reject) => {
      if (publicOnly) requirePublic(url);
      const agent = publicOnly ? publicAgent : anyAgent;
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
