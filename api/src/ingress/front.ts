import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { isLocalName } from '../platform/local-request.ts';
import { hostNameOf } from '../platform/venue-host.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { refuseUpgrade, sendNotice } from './notice.ts';
import { type IsTrusted, visitorOf } from './trusted-proxies.ts';

interface FrontDeps {
  /** The public address such as https://ostatok.example, without a trailing slash. */
  publicUrl: string;
  isAllowed: (req: IncomingMessage) => boolean;
  /** Tells the proxies whose X-Forwarded headers are believed. */
  isTrusted: IsTrusted;
  security: Pick<SecurityLog, 'note'>;
}

/** The longest recorded host name, since a caller may invent any. */
const MOST_NAME = 100;
const YEAR_S = 365 * 24 * 3600;
/** Health checks call an address, not a name. */
const PROBES = /^\/(healthz|readyz)(?:$|\?)/;

const hasOneHost = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length < 2;

/** An absolute target is for proxies only; of two host names, different servers may choose different ones. */
const namesOneHost = (req: IncomingMessage): boolean => hasOneHost(req) && /^(?:\/|\*$)/.test(req.url ?? '');

/**
 * The checks that every request passes before the platform or a tenant answers it: it must use one of our own names,
 * and https where the public address does.
 */
export function createFront({ publicUrl, isAllowed, isTrusted, security }: FrontDeps) {
  const { protocol, port } = new URL(publicUrl);
  const foreign = (): AppError =>
    new AppError(421, 'foreign_host', `По этому адресу Остаток не отвечает. Откройте ${publicUrl}`);

  function isForeign(req: IncomingMessage): boolean {
    if (namesOneHost(req) && isAllowed(req)) return false;
    const details = (req.headers.host ?? '').replace(/[^\w.:[\]-]/g, '').slice(0, MOST_NAME);
    const device = req.headers['user-agent'];
    security.note({ event: 'host.refused', ip: visitorOf(req, isTrusted), device, details });
    return true;
  }

  /**
   * Whether the request came over plain http. A trusted proxy that doesn't state the protocol is assumed to use https:
   * a redirect would loop.
   */
  function isPlain(req: IncomingMessage): boolean {
    if (isLocalName(hostNameOf(req.headers.host))) return false;
    if (!isTrusted(req.socket.remoteAddress ?? '', 0)) return true;
    const claimed = String(req.headers['x-forwarded-proto'] ?? 'https');
    return claimed.split(',').at(-1)?.trim().toLowerCase() !== 'https';
  }

  function toHttps(req: IncomingMessage, res: ServerResponse): void {
    const host = `${hostNameOf(req.headers.host)}${port ? `:${port}` : ''}`;
    const target = req.url?.startsWith('/') ? req.url : '/';
    res.writeHead(308, { location: `https://${host}${target}`, 'content-length': '0' }).end();
  }

  return {
    /** Returns true when the request was answered here and goes no further. */
    web(req: IncomingMessage, res: ServerResponse): boolean {
      if (PROBES.test(req.url ?? '')) return false;
      if (isForeign(req)) {
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
      if (!isForeign(req) && !(protocol === 'https:' && isPlain(req))) return false;
      socket.on('error', () => undefined);
      refuseUpgrade(socket, foreign());
      return true;
    },
  };
}
