import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { PlatformEnv } from '../config.ts';
import type { IsTrusted } from '../ingress/trusted-proxies.ts';
import { isForThisMachine, isForwarded, isLocalRequest } from '../platform/local-request.ts';
import { trustedProxiesOf } from '../settings.ts';

/** Whether the sender of this request may see the sandbox, where there is one. */
export type SeesSandbox = (req: IncomingMessage) => boolean;

/** Headers that the nginx of ours sets on whatever it passes on. */
const OWN_FORWARDING = ['x-forwarded-for', 'x-forwarded-proto'];

/**
 * Whether nobody but the nginx of ours has forwarded the request, and it is as a local one otherwise. Where the visitor is
 * can't be told: an engine of containers brings this machine's own browser by an address of another network.
 */
function isLocalThroughNginx(req: IncomingMessage, isTrusted: IsTrusted): boolean {
  const { headers, httpVersion, socket } = req;
  const others = Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_FORWARDING.includes(name)));
  const isOurs = isTrusted(socket.remoteAddress ?? '', 0) && isIP(String(headers['x-forwarded-for'])) !== 0;
  return isOurs && !isForwarded({ headers: others, httpVersion }) && isForThisMachine(req);
}

/** This machine sees the sandbox; behind the nginx of ours where SANDBOX asks for it. */
export const sandboxViewers = (config: Pick<PlatformEnv, 'INGRESS' | 'SANDBOX' | 'TRUST_PROXY'>): SeesSandbox => {
  if (config.INGRESS !== 'nginx' || !config.SANDBOX) return isLocalRequest;
  const isTrusted = trustedProxiesOf(config);
  return (req) => isLocalRequest(req) || isLocalThroughNginx(req, isTrusted);
};
