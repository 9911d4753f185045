import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';

export const LOG_PAGE = 100;
/** A log that is more pages behind than this is read again from its beginning. */
const MOST_PAGES_BEHIND = 5;

export interface LogPage {
  changes: ShownChange[];
  pagination: { total: number };
}

interface LogState {
  /** Newest first, without gaps after the newest. */
  changes: readonly ShownChange[];
  total: number | null;
  reading: boolean;
  error: unknown;
}

/**
 * Merges the pages: each change once in its newer version; a change that a reverse change undoes is marked as undone.
 */
function merged(known: readonly ShownChange[], more: readonly ShownChange[]): ShownChange[] {
  const byId = new Map([...known, ...more].map((change) => [change.id, change]));
  for (const { undoes } of more) {
    const undone = undoes ? byId.get(undoes) : undefined;
    if (undone && !undone.undone) byId.set(undone.id, { ...undone, undone: true });
  }
  return [...byId.values()].sort((a, b) => b.seq - a.seq);
}

/**
 * The log under one filter, as far as it has been read. New changes push older ones onto later pages: pages may then
 * overlap, which is harmless, but never leave a gap.
 */
export function createChangeLog(read: (page: number, signal: AbortSignal) => Promise<LogPage>) {
  let state: LogState = { changes: [], total: null, reading: false, error: null };
  const updates = createEmitter();
  const leaving = new AbortController();
  /** Requests that came while something was being read. */
  const asked = { newest: false, older: false };

  function publish(next: Partial<LogState>): void {
    state = { ...state, ...next };
    updates.emit();
  }

  /** Adds a page; returns whether it reached the changes known before. */
  async function take(page: number): Promise<boolean> {
    const known = new Set(state.changes.map(({ id }) => id));
    const { changes, pagination } = await read(page, leaving.signal);
    publish({ changes: merged(state.changes, changes), total: pagination.total });
    return changes.length < LOG_PAGE || changes.some(({ id }) => known.has(id));
  }

  async function newest(): Promise<void> {
    if (state.total === null) {
      await take(1);
      return;
    }
    const before = state.changes;
    for (let page = 1; page <= MOST_PAGES_BEHIND; page += 1) if (await take(page)) return;
    const held = new Set(before.map(({ id }) => id));
    publish({ changes: state.changes.filter(({ id }) => !held.has(id)) });
  }

  async function run(work: () => Promise<unknown>): Promise<void> {
    publish({ reading: true });
    try {
      await work();
      publish({ error: null });
    } catch (error) {
      if (!leaving.signal.aborted) publish({ error });
    } finally {
      publish({ reading: false });
    }
    if (leaving.signal.aborted) return;
    const { newest: isNewest, older } = asked;
    Object.assign(asked, { newest: false, older: false });
    if (isNewest) await run(newest);
    if (older) await more();
  }

  /** Reads the next page of older changes. */
  async function more(): Promise<void> {
    const { reading, changes, total } = state;
    if (reading) asked.older = true;
    else if (total !== null && changes.length < total) await run(() => take(Math.floor(changes.length / LOG_PAGE) + 1));
  }

  return {
    snapshot: (): LogState => state,
    subscribe: updates.subscribe,
    /** Reads the changes made since; a call while reading is carried out afterwards. */
    async refresh(): Promise<void> {
      if (state.reading) asked.newest = true;
      else await run(newest);
    },
    more,
    close: (): void => leaving.abort(),
  };
}
