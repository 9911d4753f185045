import { randomInt } from 'node:crypto';
import { request } from 'node:http';

interface Reply {
  status: number;
  // the checks look into the answer's body, so its shape is open
  body: Record<string, unknown>;
  ms: number;
}

const TIME_LIMIT_MS = 15_000;
const MOST_BYTES = 1_000_000;

/** Returns an address from the range kept for measurements, so that checks don't count against any visitor. */
export const someAddress = (): string => `198.18.${randomInt(256)}.${randomInt(1, 255)}`;

/** Calls our own address over real HTTP; `host` is a tenant's host name where the call goes through the ingress. */
export function createHttpProbe(platformUrl: () => string) {
  return (
    method: string,
    path: string,
    { token, body, host, from }: { token?: string; body?: object; host?: string; from?: string } = {},
  ): Promise<Reply> =>
    new Promise((fulfil, reject) => {
      const began = performance.now();
      const headers = {
        accept: 'application/json',
        ...(host && { host }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(from && { 'x-forwarded-for': from }),
      };
      const asked = request(`${platformUrl()}${path}`, { method, headers, timeout: TIME_LIMIT_MS }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          if (text.length < MOST_BYTES) text += part;
        });
        answer.on('end', () => {
          const ms = Math.round(performance.now() - began);
          fulfil({ status: answer.statusCode ?? 0, body: objectIn(text), ms });
        });
        answer.on('error', reject);
      });
      asked.once('timeout', () => asked.destroy(new Error(`Нет ответа за ${TIME_LIMIT_MS / 1000} секунд`)));
      asked.once('error', reject);
      asked.end(body && JSON.stringify(body));
    });
}
export type HttpProbe = ReturnType<typeof createHttpProbe>;

function objectIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Throws a Russian message when the status differs. */
export function requireStatus(reply: Reply, expected: number, what: string): void {
  if (reply.status !== expected) throw new Error(`${what}: ответ ${reply.status} вместо ${expected}`);
}
