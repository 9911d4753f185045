import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Crashes } from '../crashes.ts';
import type { HostEvents } from '../host.ts';

/** Restarts crashed tenants, each after a wait that grows with every crash in a row. */
export function createRestarts({
  crashes,
  restart,
  onMoved,
  log,
}: HostEvents & { crashes: Pick<Crashes, 'note' | 'forget'>; log: Logger }) {
  /** The timers of crashed tenants that wait for their restart, or are being restarted. */
  const waiting = new Map<string, NodeJS.Timeout>();

  /** One that does not come back is left: the next request starts it or shows the error. */
  async function comeBack(id: string): Promise<void> {
    const timer = waiting.get(id);
    const isSettled = (): boolean => waiting.get(id) === timer;
    try {
      const endpoint = (await restart?.(id)) ?? null;
      if (endpoint) onMoved(id, endpoint);
      // it may not run
      else if (isSettled()) crashes.forget(id);
    } catch (error) {
      log.error({ err: error, tenant: id }, 'tenant did not come back');
      onMoved(id, null, error);
    } finally {
      if (isSettled()) waiting.delete(id);
    }
  }

  function cancel(id: string): void {
    clearTimeout(waiting.get(id));
    waiting.delete(id);
  }

  return {
    cancel,
    cancelAll: (): void => [...waiting.keys()].forEach(cancel),
    isWaiting: (id: string): boolean => waiting.has(id),
    /** The tenant, started at `since`, has crashed for this reason. */
    schedule(id: string, since: Date, reason: string): void {
      const wait = crashes.note(id, since, reason);
      log.warn({ tenant: id, reason, wait }, 'tenant crashed, will restart');
      cancel(id);
      waiting.set(
        id,
        setTimeout(() => void comeBack(id), wait),
      );
    },
  };
}
