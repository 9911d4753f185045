import { type Certificate, quoted, type SitePlaces } from './site-places.ts';

/** The venue whose site a file is. */
export interface Site {
  tenantId: string;
  subdomain: string;
  /** The venue's own domain, if it has one. */
  ownDomain?: { name: string; certificate?: Certificate | undefined } | undefined;
}

/** The upstream of all api processes, by whose own ingress every request reaches its venue. */
export const UPSTREAM = 'ostatok';
const PASS = `  location / { proxy_pass http://${UPSTREAM}; }`;

/** Joins a port to a name where it is not the default one of the protocol. */
const portAfter = (port: number, usual: number): string => (port === usual ? '' : `:${port}`);

/** Returns the lines by which a server listens at the port, by IPv6 too where the machine has it. */
export function listenLines({ hasIpv6 }: SitePlaces, port: number, options = ''): string[] {
  const words = options ? ` ${options}` : '';
  return [`  listen ${port}${words};`, ...(hasIpv6 ? [`  listen [::]:${port}${words};`] : [])];
}

export const server = (...lines: string[]): string => ['server {', ...lines, '}'].join('\n');

/** Redirects to https at the same name. */
export const toHttps = ({ httpsPort }: SitePlaces): string =>
  `  location / { return 308 https://$host${portAfter(httpsPort, 443)}$request_uri; }`;

export const certificateLines = ({ certificate, key }: Certificate): string[] => [
  `  ssl_certificate ${quoted(certificate)};`,
  `  ssl_certificate_key ${quoted(key)};`,
];

/** The first line of a file: whose it is, and of which venue. */
export const markLine = (mark: string, tenantId: string): string => `# ${mark} ${tenantId}`;

/** The servers of the venue's own domain. Until there is a certificate, its visitors go on to the venue's usual address. */
function ownDomainServers(places: SitePlaces, { subdomain, ownDomain }: Site): string[] {
  if (!ownDomain) return [];
  const { name, certificate } = ownDomain;
  const named = `  server_name ${name};`;
  const usual = `https://${subdomain}.${places.baseDomain}${portAfter(places.httpsPort, 443)}`;
  const challenge = `  location ^~ /.well-known/acme-challenge/ { proxy_pass http://${UPSTREAM}; }`;
  const onward = certificate ? toHttps(places) : `  location / { return 307 ${usual}$request_uri; }`;
  const plain = server(...listenLines(places, places.httpPort), named, challenge, onward);
  if (!certificate) return [plain];
  const secure = listenLines(places, places.httpsPort, 'ssl');
  return [plain, server(...secure, named, ...certificateLines(certificate), PASS)];
}

/**
 * Renders the site of a venue. It leads to the api processes and never to the venue's own address, so that nothing is
 * reloaded when the venue sleeps or wakes. Under the wildcard certificate of the default server it needs none of its own:
 * nginx would read that certificate anew for each of a thousand sites.
 */
export function siteText(places: SitePlaces, mark: string, site: Site): string {
  const name = `  server_name ${site.subdomain}.${places.baseDomain};`;
  const port = places.certificate ? places.httpsPort : places.httpPort;
  const own = places.certificate
    ? ownDomainServers(places, site)
    : site.ownDomain && [server(...listenLines(places, port), `  server_name ${site.ownDomain.name};`, PASS)];
  const servers = [server(...listenLines(places, port), name, PASS), ...(own ?? [])];
  return `${[markLine(mark, site.tenantId), ...servers].join('\n')}\n`;
}
