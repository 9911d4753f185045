import { networkOf } from '@ostatok/kit/node/addresses.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';

/** How much each visitor may have under way at one venue at once, so that nobody's half-sent requests keep the others out. */
export function createVisitorLimit(most: number) {
  const underWay = new Map<string, number>();
  return {
    /** The answer is called when it is over. Throws Unavailable, which a phone's queue takes for no refusal of what it sends. */
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
