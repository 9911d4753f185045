import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { isLocalName } from './local-request.ts';
import { refuseUpgrade, sendNotice } from './notice.ts';
import { hostNameOf } from './venue-host.ts';

interface FrontDeps {
  /** As https://ostatok.example, without a slash at its end. */
  publicUrl: string;
  isAllowed: (host: string | undefined) => boolean;
  /** Whether a peer's word about its visitor is believed. */
  isTrusted: (peer: string) => boolean;
}

const YEAR_S = 365 * 24 * 3600;
/** Watchdogs ask an address, not a name. */
const PROBES = /^\/(healthz|readyz)(?:$|\?)/;

/** What every request passes before the platform or a venue answers it: our own names only, and https where that is how we are found. */
export function createFront({ publicUrl, isAllowed, isTrusted }: FrontDeps) {
  const { protocol, port } = new URL(publicUrl);
  const foreign = (): AppError =>
    new AppError(421, 'foreign_host', `По этому адресу Остаток не отвечает. Откройте ${publicUrl}`);

  /** A trusted proxy that says nothing of the protocol is not contradicted: the redirect would come back without end. */
  function isPlain(req: IncomingMessage): boolean {
    if (isLocalName(hostNameOf(req.headers.host))) return false;
    if (!isTrusted(req.socket.remoteAddress ?? '')) return true;
    const claimed = String(req.headers['x-forwarded-proto'] ?? 'https');
    return claimed.split(',').at(-1)?.trim().toLowerCase() !== 'https';
  }

  function toHttps(req: IncomingMessage, res: ServerResponse): void {
    const host = `${hostNameOf(req.headers.host)}${port ? `:${port}` : ''}`;
    const target = req.url?.startsWith('/') ? req.url : '/';
    res.writeHead(308, { location: `https://${host}${target}`, 'content-length': '0' }).end();
  }

  return {
    /** True when the request goes no further; it is answered then. */
    web(req: IncomingMessage, res: ServerResponse): boolean {
      if (PROBES.test(req.url ?? '')) return false;
      if (!isAllowed(req.headers.host)) {
        sendNotice(req, res, foreign());
        return true;
      }
      if (protocol !== 'https:') return false;
      if (isPlain(req)) {
        toHttps(req, res);
        return true;
      }
      res.setHeader('strict-transport-security', `max-age=${YEAR_S}`);
      return false;
    },
    upgrade(req: IncomingMessage, socket: Duplex): boolean {
      if (isAllowed(req.headers.host) && !(protocol === 'https:' && isPlain(req))) return false;
      socket.on('error', () => undefined);
      refuseUpgrade(socket, foreign());
      return true;
    },
  };
}
