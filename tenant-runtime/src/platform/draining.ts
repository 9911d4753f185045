import type { IncomingMessage, ServerResponse } from 'node:http';
import { TENANT_HEADER, UNPROCESSED_HEADER } from '@ostatok/kit/contract/unprocessed.ts';

export type Busy = 'requests' | 'sockets' | 'schedule';

/** A request that has taken longer may take longer still, as an import does; another is soon answered. */
const LONG_MS = 1_000;

const refusal = JSON.stringify({
  success: false,
  error: 'Заведение перезапускается. Повторите через секунду',
  code: 'waking',
});

/**
 * Counts the requests under way, and refuses later ones once the tenant has been asked to end: its neighbours may still
 * have connections to it. Requests for another tenant, which had this address before, are refused likewise.
 */
export function createDraining({
  tenantId,
  openSockets,
  hasScheduledWork,
}: {
  tenantId: string;
  openSockets: () => number;
  hasScheduledWork: () => boolean;
}) {
  let isDraining = false;
  /** The requests under way, each with the time at which it came. */
  const underWay = new Set<{ at: number }>();

  return {
    /** From now on every request is refused, with the promise that nothing of it was processed. */
    begin(): void {
      isDraining = true;
    },
    /**
     * Returns what forbids to end now; the request that asks this is not counted. Where another instance takes over, only
     * what lasts does: the rest is answered before the end.
     */
    busyWith(why: 'sleep' | 'switch'): Busy | undefined {
      const now = performance.now();
      if (why === 'switch') return [...underWay].some(({ at }) => now - at > LONG_MS) ? 'requests' : undefined;
      if (hasScheduledWork()) return 'schedule';
      if (underWay.size > 1) return 'requests';
      return openSockets() > 0 ? 'sockets' : undefined;
    },
    /** Counts the request until its answer is closed; returns false after it has refused it. */
    enter({ headers: { [TENANT_HEADER]: meant } }: IncomingMessage, res: ServerResponse): boolean {
      if (isDraining || (meant !== undefined && meant !== tenantId)) {
        const headers = { [UNPROCESSED_HEADER]: '1', connection: 'close', 'retry-after': '1' };
        res.writeHead(503, { ...headers, 'content-type': 'application/json; charset=utf-8' }).end(refusal);
        return false;
      }
      const request = { at: performance.now() };
      underWay.add(request);
      res.once('close', () => underWay.delete(request));
      return true;
    },
  };
}
export type Draining = ReturnType<typeof createDraining>;
