import type { ApiClient } from '@ostatok/kit/web/api-client.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import type { LiveStateStore } from './live-state.ts';
import { readItems } from './read-items.ts';
import type { StockStore } from './stock-store.ts';

const RECENT = 100;
export const RETURN_MS = 2000;

export interface SyncOptions {
  api: Pick<ApiClient<VenueEndpoints>, 'call'>;
  store: StockStore;
  state: LiveStateStore;
  /** Schedules a retry. */
  later: (run: () => void, ms: number) => unknown;
}

/** Reads the list of items, whole or what changed since; one synchronisation runs at a time. */
export function createStockSync({ api, store, state, later }: SyncOptions) {
  let filling: Promise<void> | undefined;
  let again: 'gap' | 'all' | undefined;
  let stopped = false;

  /** Reads the changes since the list was complete; changes in what is hidden from the user require the whole list. */
  async function fillGap(since: string): Promise<void> {
    const { items, asOf, blind } = await readItems(api, since, () => {});
    store.apply(items, [], asOf);
    if (blind || state.snapshot().blind) again = 'all';
  }

  /** A list of many pages is not one snapshot: changes made while it was read are requested afterwards. */
  async function fillAll(): Promise<void> {
    const { items, asOf, blind } = await readItems(api, null, (first) => {
      if (store.snapshot().items.length === 0) store.replace(first, null);
    });
    if (blind) store.forgetChanges();
    store.replace(items, asOf);
    state.publish({ blind });
    const meanwhile = await readItems(api, asOf, () => {});
    store.apply(meanwhile.items, [], meanwhile.asOf);
  }

  async function fill(all: boolean): Promise<void> {
    const known = all ? null : store.snapshot().asOf;
    const recent = api.call('GET /api/changes', { query: { fold: 'imports', limit: RECENT } });
    recent.catch(() => {});
    await (known === null ? fillAll() : fillGap(known));
    store.recall((await recent).changes);
    state.publish({ loadError: null });
  }

  /** Runs one synchronisation at a time; a request that comes meanwhile causes one more run afterwards. */
  function catchUp(how: 'gap' | 'all'): Promise<void> {
    if (filling) {
      if (again !== 'all') again = how;
      return filling;
    }
    filling = fill(how === 'all')
      .catch((loadError: unknown) => {
        state.publish({ loadError });
        // A reconnection requests the gap by itself; while connected, a failed request must be retried or the gap would
        // stay.
        if (store.snapshot().asOf !== null && state.snapshot().connection === 'offline') return;
        later(() => stopped || catchUp(how), RETURN_MS);
      })
      .then(() => {
        filling = undefined;
        const next = again;
        again = undefined;
        return next ? catchUp(next) : undefined;
      });
    return filling;
  }

  return {
    catchUp,
    stop(): void {
      stopped = true;
    },
  };
}
