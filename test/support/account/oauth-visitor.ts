import { randomInt } from 'node:crypto';

type Answer = Response & {
  /** The target of the redirect. */
  next: URL | null;
};

/**
 * The part of a browser that a sign-in needs, with an IP address of its own: it keeps cookies by their paths and
 * follows no redirect by itself.
 */
export function createVisitor() {
  const address = `10.${[0, 0, 0].map(() => randomInt(256)).join('.')}`;
  const jar = new Map<string, { value: string; path: string; attributes: string }>();

  async function visit(url: string, init: RequestInit = {}): Promise<Answer> {
    const { pathname } = new URL(url);
    const cookies = [...jar]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`);
    const headers = { ...init.headers, cookie: cookies.join('; '), 'x-forwarded-for': address };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
      if (/Expires=Thu, 01 Jan 1970/.test(attributes)) jar.delete(name);
      else jar.set(name, { value, path: /Path=([^;]+)/.exec(attributes)?.[1] ?? '/', attributes });
    }
    const location = response.headers.get('location');
    return Object.assign(response, { next: location ? new URL(location, url) : null });
  }
  return { visit, jar };
}
export type Visitor = ReturnType<typeof createVisitor>;
