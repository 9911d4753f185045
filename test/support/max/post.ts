import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** The status of a request that got no answer. */
export const NO_ANSWER = 0;

export interface PostOptions {
  secret: string | undefined;
  /** Certificates that are trusted for an https address. */
  ca: string | Buffer | undefined;
  timeoutMs: number;
  /** Aborted when the server closes. */
  closing: AbortSignal;
}

/** Posts an event to a webhook over a connection of its own; returns the status of the answer. */
export function post(url: string, json: string, { secret, ca, timeoutMs, closing }: PostOptions): Promise<number> {
  return new Promise((resolve) => {
    const isHttps = url.startsWith('https:');
    const req = (isHttps ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      ...(isHttps && { ca }),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(json),
        ...(secret !== undefined && { 'X-Max-Bot-Api-Secret': secret }),
      },
      signal: closing,
    });
    const timer = setTimeout(() => req.destroy(), timeoutMs);
    const finish = (status: number): void => {
      clearTimeout(timer);
      resolve(status);
    };
    req.on('response', (res) => {
      res.resume();
      res.on('error', () => {});
      finish(res.statusCode ?? NO_ANSWER);
    });
    req.on('error', () => finish(NO_ANSWER));
    req.on('close', () => finish(NO_ANSWER));
    req.end(json);
  });
}
