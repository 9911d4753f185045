import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { hostNameOf } from './venue-host.ts';

/** Headers that proxies, balancers and CDNs add to forwarded requests; no browser sends any of them. */
const FORWARDING = [
  /^(via|cdn-loop|front-end-https|x-(host|scheme|varnish))$/,
  /^(x-)?forwarded(-.+)?$/,
  // X-Real-IP, True-Client-IP, WL-Proxy-Client-IP, DO-Connecting-IP, X-Remote-Addr, X-ProxyUser-Ip, X-Azure-ClientIP …
  /^(.+-)?(real|client|connecting|remote|proxyuser)-?(ip|addr|address|host|port)$/,
  /^x-(real|client|cluster-client|original|proxy|nginx|bluecoat|cloud-trace|envoy|arr)-.+$/,
  /^(x-)?(akamai|amz|amzn|appengine|azure|cf|cloudfront|fastly|fly|nf|sucuri|vercel)-.+$/,
];

/** Whether a name in a Host header or a URL resolves to this machine only. */
export const isLocalName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);

const plainAddress = (address = ''): string => address.replace(/^::ffff:/, '');

/** Whether a socket's address is this machine's own. */
export const isLoopbackAddress = (address: string | undefined): boolean => isLoopback(plainAddress(address));

/** Whether nothing outside this machine can connect to this address or name. */
export const isLoopback = (host: string): boolean => isLocalName(host === '::1' ? '[::1]' : host.toLowerCase());

/** Whether a proxy forwarded the request. nginx speaks HTTP/1.0 to its upstream by default; no browser does. */
export const isForwarded = ({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean =>
  httpVersion !== '1.1' || Object.keys(headers).some((name) => FORWARDING.some((known) => known.test(name)));

/**
 * Whether a page of another site sent the request: a picture, a frame or a call of it has no Origin when it is a GET. A
 * link that a person follows is no such request.
 */
const isOfOtherSite = ({ host, origin, ...headers }: IncomingHttpHeaders): boolean =>
  (origin !== undefined && URL.parse(origin)?.host !== host?.toLowerCase()) ||
  (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-dest'] !== 'document');

/**
 * Whether the request comes from this machine directly: nothing forwarded it, its Host is this machine's own name or
 * the very address it came in by, and no other site's page sent it. A caller who can reach the port can forge all of
 * that, so it guards nothing where HOST is open.
 */
export const isLocalRequest = (req: IncomingMessage): boolean => !isForwarded(req) && isForThisMachine(req);

/** Whether the request names this machine and is not another site's page's. */
export function isForThisMachine(req: IncomingMessage): boolean {
  const name = hostNameOf(req.headers.host);
  const own = name !== '' && name.replace(/^\[|\]$/g, '') === plainAddress(req.socket.localAddress);
  return (own || isLocalName(name)) && !isOfOtherSite(req.headers);
}
