import { Unavailable } from './errors.ts';

const RETRY_AFTER_SECONDS = 5;
const busy = (): Unavailable =>
  new Unavailable(RETRY_AFTER_SECONDS, 'Сейчас входит слишком много людей. Повторите через несколько секунд', 'busy');

export interface Visitor {
  /** The visitor whose places in the queue are counted, so that one visitor cannot take all of them. */
  key: string;
  /** A visitor already known to be no stranger waits in a queue of its own, which goes first. */
  known?: boolean;
}

type Waiting = { key: string; begin: () => void };

/**
 * Limits work that takes a whole processor: at most `atOnce` run, `mayWait` wait in each of two queues, and one key
 * takes at most half a queue. A full queue rejects at once. Throws Unavailable.
 */
export function createFairLimit({ atOnce, mayWait }: { atOnce: number; mayWait: number }) {
  const lines = { known: [] as Waiting[], strangers: [] as Waiting[] };
  const perKey = Math.ceil(mayWait / 2);
  let running = 0;

  function next(): void {
    const waiting = lines.known.shift() ?? lines.strangers.shift();
    if (waiting) waiting.begin();
    else running -= 1;
  }

  /** Throws Unavailable where work of this visitor would be rejected now. */
  function requireRoom({ key, known }: Visitor): void {
    if (running < atOnce) return;
    const line = known ? lines.known : lines.strangers;
    if (line.length >= mayWait || line.filter((one) => one.key === key).length >= perKey) throw busy();
  }

  async function turn(visitor: Visitor): Promise<void> {
    requireRoom(visitor);
    if (running < atOnce) {
      running += 1;
      return;
    }
    const line = visitor.known ? lines.known : lines.strangers;
    await new Promise<void>((begin) => line.push({ key: visitor.key, begin }));
  }

  async function take<T>(visitor: Visitor, work: () => Promise<T>): Promise<T> {
    await turn(visitor);
    try {
      return await work();
    } finally {
      next();
    }
  }
  return Object.assign(take, { requireRoom });
}
export type FairLimit = ReturnType<typeof createFairLimit>;
