const HOST_NAME = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * The name in a Host header: lower case, without its port and its last dot; an IPv6 address keeps its brackets. Empty where it
 * is no name: «evil.example/.bars.example» ends like ours, and a redirect to it would lead elsewhere.
 */
export function hostNameOf(host: string | undefined): string {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return HOST_NAME.test(name) ? name : '';
}

/** `ugol` of `Ugol.localhost:3000`; undefined when the host is not under the base domain, i.e. the platform's own. */
export function subdomainOf(host: string | undefined, baseDomain: string): string | undefined {
  const name = hostNameOf(host);
  return name.endsWith(`.${baseDomain}`) ? name.slice(0, -baseDomain.length - 1) : undefined;
}

function decodeFully(path: string): string {
  let decoded = path;
  for (let round = 0; round < 5; round += 1) {
    const next = decodeURIComponent(decoded);
    if (next === decoded) return decoded;
    decoded = next;
  }
  throw new URIError('encoded too often');
}

/**
 * Whether a request's target may be passed to a venue. What platform and venue say to each other lives under
 * `/internal`, and is not reached from outside however it is written: encoded, in capitals, round `..`, with a double
 * or a backward slash, as an absolute address.
 */
export function isPublicTarget(target: string): boolean {
  if (!target.startsWith('/')) return false;
  try {
    const path = decodeFully(target.replace(/[?#].*$/s, ''))
      .replace(/\\/g, '/')
      .replace(/\/+/g, '/');
    const segments = new URL(path, 'http://venue').pathname.toLowerCase().split('/').filter(Boolean);
    return segments[0]?.trim() !== 'internal' && !/^\/+internal(?:$|[^\w-])/i.test(path);
  } catch {
    return false;
  }
}
