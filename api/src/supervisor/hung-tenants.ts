import type { Logger } from '@ostatok/kit/node/log.ts';
import { createConcurrencyLimit } from '../../../kit/node/concurrency-limit.ts';
import type { Host } from '../hosting/host.ts';
import { answersAnything } from './tenant-client.ts';
import type { TenantRuntime } from './tenant-runtime.service.ts';

const LOOK_EVERY_MS = 30_000;
/** So many looks in a row without an answer are no moment without the processor. */
const LOOKS = 3;
/** And so many no machine that is busy for a while. */
const MOST_LOOKS = 10;
const AT_ONCE = 16;

/** Replaces tenants running here that take up connections and answer nobody, which their callers elsewhere can't. */
export function createHungTenants(deps: {
  host: Pick<Host, 'list'>;
  runtime: Pick<TenantRuntime, 'replaceHung'>;
  log: Logger;
}) {
  const { host, runtime, log } = deps;
  const turn = createConcurrencyLimit(AT_ONCE);
  /** How often in a row tenants have not answered, by their addresses. */
  let silent = new Map<string, number>();
  let last: Promise<void> = Promise.resolve();
  let isLooking = false;

  async function lookOnce(): Promise<void> {
    const running = (await host.list()).flatMap(({ id, state, endpoint }) =>
      state === 'running' && endpoint ? [{ id, endpoint }] : [],
    );
    const looked = await Promise.all(
      running.map((one) => turn(async () => ({ ...one, isSilent: !(await answersAnything(one.endpoint)) }))),
    );
    const before = silent;
    silent = new Map(
      looked.flatMap(({ endpoint, isSilent }) => (isSilent ? [[endpoint, (before.get(endpoint) ?? 0) + 1]] : [])),
    );
    const looksOf = ({ endpoint }: { endpoint: string }): number => silent.get(endpoint) ?? 0;
    const hung = looked.filter((one) => looksOf(one) >= LOOKS);
    const areMost = hung.length > 1 && hung.length > running.length / 2;
    // where most of several are silent it is the machine, which to start them anew would load more
    if (areMost && hung.every((one) => looksOf(one) < MOST_LOOKS)) {
      log.error({ count: hung.length }, 'most tenants do not answer: the machine is too busy');
      return;
    }
    for (const { id, endpoint } of hung) {
      silent.delete(endpoint);
      log.error({ tenant: id }, 'tenant does not answer and is started anew');
      await runtime
        .replaceHung(id, endpoint)
        .catch((error) => log.error({ err: error, tenant: id }, 'tenant that hangs was not started anew'));
    }
  }

  /** Looks of which one waits for the other, since they are counted. */
  function look(): Promise<void> {
    last = last
      .then(() => {
        isLooking = true;
        return lookOnce();
      })
      .catch((error) => log.error({ err: error }, 'could not look which tenants hang'))
      .finally(() => {
        isLooking = false;
      });
    return last;
  }

  return {
    look,
    /** Looks until the returned function is called, which waits for the present look. */
    watch(): () => Promise<void> {
      const timer = setInterval(() => {
        if (!isLooking) void look();
      }, LOOK_EVERY_MS);
      return async () => {
        clearInterval(timer);
        await last;
      };
    },
  };
}
export type HungTenants = ReturnType<typeof createHungTenants>;
