import { networkOf } from '@ostatok/kit/node/addresses.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';

/** Limits each visitor's concurrent requests to one tenant, so that nobody's half-sent requests keep the others out. */
export function createVisitorLimit(most: number) {
  const underWay = new Map<string, number>();
  return {
    /** Call the returned function when the request is over. Throws Unavailable, which a phone's queue retries. */
    enter(subdomain: string, visitor: string): () => void {
      const key = `${subdomain} ${networkOf(visitor)}`;
      const count = underWay.get(key) ?? 0;
      if (count >= most) throw new Unavailable(1, 'Слишком много запросов сразу. Подождите немного', 'busy');
      underWay.set(key, count + 1);
      return () => {
        const left = (underWay.get(key) ?? 1) - 1;
        if (left > 0) underWay.set(key, left);
        else underWay.delete(key);
      };
    },
  };
}
