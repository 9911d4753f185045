import { networkOf, siteOf } from '@ostatok/kit/node/addresses.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';

/** How many times a network's share a whole site of IPv6 may take: one visitor may be given all of its networks. */
const SITE_SHARES = 2;

/** Limits each visitor's concurrent requests to one place, so that nobody's half-sent requests keep the others out. */
export function createVisitorLimit(most: number) {
  const underWay = new Map<string, number>();

  function leave(key: string): void {
    const left = (underWay.get(key) ?? 1) - 1;
    if (left > 0) underWay.set(key, left);
    else underWay.delete(key);
  }

  return {
    /** Call the returned function when the request is over. Throws Unavailable, which a phone's queue retries. */
    enter(place: string, visitor: string): () => void {
      const site = siteOf(visitor);
      const limits = new Map([[`${place} ${networkOf(visitor)}`, most]]);
      if (site) limits.set(`${place} ${site}`, SITE_SHARES * most);
      for (const [key, limit] of limits) {
        if ((underWay.get(key) ?? 0) >= limit)
          throw new Unavailable(1, 'Слишком много запросов сразу. Подождите немного', 'busy');
      }
      for (const key of limits.keys()) underWay.set(key, (underWay.get(key) ?? 0) + 1);
      return () => {
        for (const key of limits.keys()) leave(key);
      };
    },
  };
}
