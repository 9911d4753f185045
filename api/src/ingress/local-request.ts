import type { IncomingMessage } from 'node:http';
import { hostNameOf } from './venue-host.ts';

/** What proxies, balancers and content networks add to what they pass on; no browser sends any of it. */
const FORWARDING = [
  /^(via|cdn-loop|front-end-https|x-(host|scheme|varnish))$/,
  /^(x-)?forwarded(-.+)?$/,
  // X-Real-IP, True-Client-IP, WL-Proxy-Client-IP, DO-Connecting-IP, X-Remote-Addr, X-ProxyUser-Ip, X-Azure-ClientIP …
  /^(.+-)?(real|client|connecting|remote|proxyuser)-?(ip|addr|address|host|port)$/,
  /^x-(real|client|cluster-client|original|proxy|nginx|bluecoat|cloud-trace|envoy|arr)-.+$/,
  /^(x-)?(akamai|amz|amzn|appengine|azure|cf|cloudfront|fastly|fly|nf|sucuri|vercel)-.+$/,
];

/** A name that only this machine answers to, as it stands in a Host header or a URL. */
export const isLocalName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);

const plainAddress = (address = ''): string => address.replace(/^::ffff:/, '');

/** A socket's address that is this machine's own. */
export const isLoopbackAddress = (address: string | undefined): boolean => isLoopback(plainAddress(address));

/** An address, or a name, that nothing outside this machine can connect to. */
export const isLoopback = (host: string): boolean => isLocalName(host === '::1' ? '[::1]' : host.toLowerCase());

/** Whether a proxy passed the request on. nginx speaks HTTP/1.0 to what is behind it unless told otherwise; no browser does. */
export const isForwarded = ({ headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion !== '1.1' || Object.keys(headers).some((name) => FORWARDING.some((known) => known.test(name)));

/**
 * Whether somebody at this machine asks, and asks us: nothing passed it on, its Host is this machine's own name or the
 * very address it came in by, and no other site's page sent it. Who can reach the port may claim all of that, so it
 * guards nothing where HOST is open.
 */
export function isLocalRequest(req: IncomingMessage): boolean {
  if (isForwarded(req)) return false;
  const { host, origin } = req.headers;
  const name = hostNameOf(host);
  const own = name !== '' && name.replace(/^\[|\]$/g, '') === plainAddress(req.socket.localAddress);
  return (own || isLocalName(name)) && (origin === undefined || URL.parse(origin)?.host === host?.toLowerCase());
}
