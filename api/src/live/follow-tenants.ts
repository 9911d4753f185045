import type { LiveEvent } from '@ostatok/api/contract/live.ts';
import type { Live } from './live.service.ts';

/**
 * Calls `look` now, whenever any api process has changed a tenant, and after that time without a reason: an event may have
 * been lost. Call the returned function to stop.
 */
export function followTenants(live: Pick<Live, 'listen'>, look: () => void, everyMs: number): () => void {
  let leave: (() => void) | undefined;
  let isOver = false;
  const onEvent = ({ resource }: LiveEvent): void => {
    if (resource === 'tenants') look();
  };
  const lose = (): void => {
    leave = undefined;
  };

  async function listen(): Promise<void> {
    const stop = await live.listen(onEvent, lose);
    if (isOver) stop();
    else leave = stop;
  }

  function lookAgain(): void {
    // what happened while nobody listened is seen now
    if (leave) look();
    else void listen().then(look, look);
  }

  const timer = setInterval(lookAgain, everyMs).unref();
  lookAgain();
  return () => {
    isOver = true;
    clearInterval(timer);
    leave?.();
  };
}
