import { AppError } from '@ostatok/kit/node/errors.ts';
import type { Count, CountDetails } from '../../contract/counts.endpoints.ts';
import type { CountStatus } from '../../contract/counts.ts';
import type { Asking } from '../blindness/blindness.ts';
import { selectAreas } from './areas.queries.ts';
import { createAreas } from './areas.ts';
import { selectAskedAgain, selectCounterIds } from './asked-again.queries.ts';
import { createClosing } from './closing.ts';
import { coalesced } from './coalesced.ts';
import type { CountDeps } from './count-deps.ts';
import { areaView, countView, person } from './count-view.ts';
import { listCounts, type NamedCount, selectEvents } from './counts.queries.ts';
import { selectAreaEntries, selectCounters, selectCoverage, selectHolding } from './coverage.queries.ts';
import { createEntries } from './entries.ts';
import { createFileCounts } from './file-counts.ts';
import { correctBooks } from './late-deliveries.ts';
import { createLines } from './lines.ts';
import { createOpening } from './opening.ts';

export type { NewEntry } from './entry-plan.ts';
export type { RecordedCount } from './file-counts.ts';

/**
 * Manages counts. Entries add up and are never overwritten; closing compares their sum with the stock at the last entry
 * and writes the difference as a change.
 */
export function createCounts(deps: CountDeps) {
  const { db, blindness } = deps;
  const lines = createLines(deps);

  /** Returns those of the counts that hold items hidden from the caller. */
  async function hiddenOf(rows: NamedCount[], caller: Asking): Promise<Set<number>> {
    if (!blindness.hidesFrom(caller) || rows.length === 0) return new Set();
    return selectHolding(
      db,
      rows.map(({ id }) => id),
      blindness.hiddenItems(),
    );
  }

  async function views(rows: NamedCount[], caller: Asking): Promise<Count[]> {
    const open = rows.filter(({ status }) => status === 'open').map(({ id }) => id);
    const [coverage, hidden] = await Promise.all([selectCoverage(db, open), hiddenOf(rows, caller)]);
    return rows.map((row) => countView(row, coverage.get(row.id), hidden.has(row.id)));
  }

  /** Calls are coalesced, because all clients that show the count reload it at the same moment. */
  const tally = coalesced(async (id: number) => {
    const [coverage, counters] = await Promise.all([selectCoverage(db, [id]), selectCounters(db, id)]);
    return { coverage: coverage.get(id), counters };
  });

  /**
   * Reloads the hidden items after a failure, because the database's answer may have been lost after a commit that
   * changed them.
   */
  const doubting =
    <A extends unknown[], R>(act: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> =>
      act(...given).catch((error: unknown) => {
        if (!(error instanceof AppError)) blindness.doubt();
        throw error;
      });
  const opening = createOpening(deps);
  const entries = createEntries(deps, lines);
  const closing = createClosing(deps);

  return {
    ...createAreas(deps),
    ...createFileCounts(deps),
    ...entries,
    ...closing,
    open: doubting(opening.open),
    enter: doubting(entries.enter),
    close: doubting(closing.close),
    reopen: doubting(closing.reopen),
    cancel: doubting(closing.cancel),
    correctBooks,
    /** Announces counts whose books were corrected; call it after the commit. */
    booksCorrected(ids: readonly number[]): void {
      for (const id of new Set(ids)) deps.onCount(id);
    },
    lines: lines.list,
    line: lines.one,
    entries: lines.entries,
    /** Returns the ids of all items in the count. */
    itemIds: lines.itemIds,
    /** Throws NotFound. */
    known: lines.known,
    /** Returns the ids of the users who have entries in the count. */
    counterIds: (id: number): Promise<number[]> => selectCounterIds(db, id),
    /** Returns the lines that were asked to be counted again at that moment and still are. */
    askedAgain: (id: number, at: Date) => selectAskedAgain(db, id, at),

    /** Returns counts, the newest first. */
    async list(
      filter: { status?: CountStatus | undefined },
      page: { offset: number; limit: number; order: 'asc' | 'desc' },
      caller: Asking,
    ): Promise<{ counts: Count[]; total: number }> {
      const { rows, total } = await listCounts(db, filter, page);
      return { counts: await views(rows, caller), total };
    },

    /** Throws NotFound. */
    async details(id: number, caller: Asking): Promise<CountDetails> {
      const row = await lines.known(id);
      const hidden = (await hiddenOf([row], caller)).has(id);
      const isAsked = row.status === 'open' && caller?.role === 'admin';
      const [{ coverage, counters }, areas, entered, events, unanswered] = await Promise.all([
        tally(id),
        selectAreas(db, id),
        selectAreaEntries(db, id, lines.sightOf(caller)),
        selectEvents(db, id),
        isAsked ? deps.unanswered(id) : undefined,
      ]);
      return {
        ...countView(row, coverage, hidden),
        areas: areas.map((area) => areaView(area, entered.get(area.id) ?? 0)),
        counters: counters
          .filter(({ user_id }) => !hidden || user_id === caller?.id)
          .map(({ user_id, user_name, ...share }) => ({ user: { id: user_id, name: user_name }, ...share })),
        hidden,
        ...(unanswered && { unanswered }),
        events: events.map((event) => ({
          kind: event.kind,
          user: person(event.user_id, event.user_name),
          reason: event.reason,
          at: event.at.toISOString(),
        })),
      };
    },
  };
}
export type Counts = ReturnType<typeof createCounts>;
