const HOST_NAME = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * Normalises a Host header: lower case, without port and final dot; an IPv6 address keeps its brackets. Empty when it
 * is not a name: «evil.example/.bars.example» ends like ours, and a redirect to it would lead elsewhere.
 */
export function hostNameOf(host: string | undefined): string {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return HOST_NAME.test(name) ? name : '';
}

/** Returns `ugol` for `Ugol.localhost:3000`; undefined for a host outside the base domain: it is the platform's own. */
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
 * Whether a request's target may be passed to a tenant. Calls between platform and tenant live under `/internal`, which
 * can't be reached from outside in any spelling: encoded, in capitals, through `..`, with a double or a backward slash,
 * or as an absolute URL.
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

/**
 * Whether the platform itself answers this target under the name of any venue. These files are the same for all of them,
 * and no venue is woken for them.
 */
export const isSharedTarget = (target: string): boolean => /^\/shared\/[\w/-]+(?:$|\?)/.test(target);
