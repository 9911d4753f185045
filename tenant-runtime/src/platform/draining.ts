import type { IncomingMessage, ServerResponse } from 'node:http';
import { UNPROCESSED_HEADER } from '@ostatok/kit/contract/unprocessed.ts';

export type Busy = 'requests' | 'sockets';

const refusal = JSON.stringify({
  success: false,
  error: 'Заведение перезапускается. Повторите через секунду',
  code: 'waking',
});

/**
 * Counts the requests under way, and refuses later ones once the tenant has been asked to end: its neighbours may still
 * have connections to it.
 */
export function createDraining({ openSockets }: { openSockets: () => number }) {
  let isDraining = false;
  let underWay = 0;

  return {
    /** From now on every request is refused, with the promise that nothing of it was processed. */
    begin(): void {
      isDraining = true;
    },
    /** Returns what forbids to end now; the request that asks this is not counted. */
    busyWith(): Busy | undefined {
      if (underWay > 1) return 'requests';
      return openSockets() > 0 ? 'sockets' : undefined;
    },
    /** Counts the request until its answer is closed; returns false after it has refused it. */
    enter(_req: IncomingMessage, res: ServerResponse): boolean {
      if (isDraining) {
        const headers = { [UNPROCESSED_HEADER]: '1', connection: 'close', 'retry-after': '1' };
        res.writeHead(503, { ...headers, 'content-type': 'application/json; charset=utf-8' }).end(refusal);
        return false;
      }
      underWay += 1;
      res.once('close', () => {
        underWay -= 1;
      });
      return true;
    },
  };
}
export type Draining = ReturnType<typeof createDraining>;
