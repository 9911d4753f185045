import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';

export interface Place {
  host: string;
  port: number;
}

/** Opens a connection to a server outside. Throws an Error with the code of why it could not. */
export type OpenTunnel = (place: Place, signal: AbortSignal) => Promise<Socket>;

/** The code of the error where the platform does not answer. */
export const NO_PLATFORM = 'ENOPLATFORM';
const ERROR_HEADER = 'x-egress-error';

const failed = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

export interface EgressAccess {
  /** The platform's address; undefined for an installation that runs by itself, which reaches nothing. */
  platformUrl: string | undefined;
  tenantId: string;
  secret: string;
}

/**
 * A tenant reaches servers outside through the platform alone, which looks at their addresses: in a container there is no other
 * way. What is said there is said to the server itself, by TLS where it has it.
 */
export function createTunnels({ platformUrl, tenantId, secret }: EgressAccess): OpenTunnel {
  const credentials = Buffer.from(`${tenantId}:${secret}`).toString('base64');
  return async ({ host, port }, signal) => {
    if (!platformUrl) throw failed(NO_PLATFORM);
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    const path = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const send = platformUrl.startsWith('https:') ? httpsRequest : httpRequest;
    const asked = send(platformUrl, {
      method: 'CONNECT',
      path,
      headers: { host: path, 'proxy-authorization': `Basic ${credentials}` },
      agent: false,
    });
    const abort = (): void => {
      reject(signal.reason);
      asked.destroy();
    };
    signal.addEventListener('abort', abort, { once: true });
    asked.once('error', () => reject(failed(NO_PLATFORM)));
    asked.once('connect', ({ statusCode, headers }, socket: Socket, head) => {
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        return resolve(socket);
      }
      socket.destroy();
      reject(failed(String(headers[ERROR_HEADER] ?? NO_PLATFORM)));
    });
    asked.end();
    return promise.finally(() => signal.removeEventListener('abort', abort));
  };
}
