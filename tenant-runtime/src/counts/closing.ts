import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { CountTotals } from '../../contract/counts.endpoints.ts';
import type { CloseCount, Recount } from '../../contract/counts.ts';
import { MAX_QUANTITY } from '../../contract/limits.ts';
import type { NewChange, Written } from '../changes/changes.service.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';
import { retried } from '../retried.ts';
import type { CountRow } from '../tables.ts';
import {
  findLaterCount,
  freezeLines,
  type LineAtClosing,
  lockLineItems,
  releaseLines,
  selectAdjustments,
  selectAtClosing,
  unfreezeLines,
} from './closing.queries.ts';
import { comparedTotals } from './compared-totals.ts';
import { announceState, type CountDeps, type CountPerson, lockOpen, noCount } from './count-deps.ts';
import { insertEvent, lockCount, updateCountRow } from './counts.queries.ts';
import { selectCoverage } from './coverage.queries.ts';
import { isOfFile, selectStatedSince } from './file-counts.queries.ts';
import { raiseRounds } from './lines.queries.ts';
import { findHeldOfLines } from './opening.queries.ts';
import { isOverlap, overlap } from './opening.ts';

/** The most adjustments for one pair of statements. */
const BATCH = 1000;

function totalsOf(lines: LineAtClosing[], coverage: { lines: number; counted: number }): CountTotals {
  return { lines: coverage.lines, counted: coverage.counted, ...comparedTotals(lines) };
}

/**
 * Returns the changes that bring the stock to the counted quantity. If the stock was stated since, no change is needed.
 */
function adjustmentsOf(lines: LineAtClosing[], { id: count }: CountRow, at: Date): NewChange[] {
  return lines.flatMap(({ item_id, counted, book, deleted, restated, adjusted }) => {
    if (counted === null || deleted || restated) return [];
    const delta = fromThousandths(toThousandths(counted) - toThousandths(book) - toThousandths(adjusted));
    return delta === 0 ? [] : [{ id: randomUUID(), itemId: item_id, delta, source: 'count' as const, count, at }];
  });
}

/** Takes an uncounted line for zero if its item still exists; its present stock is compared. */
const takenForZero = (line: LineAtClosing): LineAtClosing =>
  line.counted_round === null && !line.deleted ? { ...line, counted: '0' } : line;

/** Refuses to close if a sum exceeds the stock's limit, because sums of entries have none. */
function mustFit(lines: LineAtClosing[]): void {
  const tooLarge = lines.find(({ counted }) => Number(counted ?? 0) > MAX_QUANTITY);
  if (!tooLarge) return;
  throw new Conflict(
    'counted_too_much',
    `«${tooLarge.name}»: насчитано больше ${MAX_QUANTITY}. Уберите лишнюю запись и закройте снова`,
  );
}

export const nothing = (): Written => ({ results: [], changes: [], items: [] });

/** Applies the adjustments in batches inside one transaction, so either all are written or none. */
async function apply(
  { changes }: CountDeps,
  trx: Knex.Transaction,
  wanted: NewChange[],
  actor: CountPerson,
): Promise<Written> {
  const all = nothing();
  for (let from = 0; from < wanted.length; from += BATCH) {
    const written = await changes.applyIn(trx, wanted.slice(from, from + BATCH), actor);
    const refused = written.results.flat().find(({ status }) => status === 'rejected');
    if (refused) throw new Conflict('adjustment_refused', `Остаток не исправить. ${refused.error}`);
    all.changes.push(...written.changes);
    all.items.push(...written.items);
  }
  return all;
}

interface Closing extends CloseCount {
  at: Date;
  /** Items whose stock somebody has stated since the count. */
  settled?: ReadonlySet<number> | undefined;
}

/** Closes the count: its lines keep what was counted and expected, and the stock becomes what was counted. */
export async function freeze(
  deps: CountDeps,
  trx: Knex.Transaction,
  count: CountRow,
  { uncounted, at, settled }: Closing,
  actor: CountPerson,
): Promise<{ count: CountRow; written: Written }> {
  await lockLineItems(trx, count.id);
  const coverage = (await selectCoverage(trx, [count.id])).get(count.id) ?? { lines: 0, counted: 0, recount: 0 };
  const read = await selectAtClosing(trx, count, uncounted);
  const lines = uncounted === 'zero' ? read.map(takenForZero) : read;
  mustFit(lines);
  await freezeLines(trx, count.id, lines);
  const adjusted = lines.filter(({ item_id }) => !settled?.has(item_id));
  const written = count.spot ? nothing() : await apply(deps, trx, adjustmentsOf(adjusted, count, at), actor);
  await updateCountRow(trx, count.id, {
    status: 'closed',
    totals: totalsOf(lines, coverage),
    coverage,
    closed_by: actor.id,
    closed_at: at,
  });
  await insertEvent(trx, { count_id: count.id, kind: 'closed', user_id: actor.id, at });
  await deps.notices.queue(trx, { kind: 'closed', data: { countId: count.id }, userId: actor.id, createdAt: at });
  return { count, written };
}

/** Opens the count again and writes the reverse of its adjustments. */
export async function unfreeze(
  deps: CountDeps,
  trx: Knex.Transaction,
  id: number,
  reason: string,
  actor: CountPerson,
): Promise<{ count: CountRow; written: Written }> {
  const count = await lockCount(trx, id, 'change');
  if (!count) throw noCount();
  if (count.status === 'open') throw new Conflict('count_open', 'Подсчёт и так открыт');
  if (count.status === 'cancelled') {
    throw new Conflict('count_cancelled', 'Подсчёт отменён. Начните новый');
  }
  const later = count.spot ? undefined : await findLaterCount(trx, id);
  if (later) {
    throw new Conflict(
      'counted_since',
      `«${later.name}» с тех пор пересчитали: «${later.title}». Сначала откройте его`,
    );
  }
  await unfreezeLines(trx, count, !count.spot);
  await lockLineItems(trx, id);
  const adjustments = await selectAdjustments(trx, id);
  const reverse = adjustments.map(
    (one): NewChange => ({
      id: randomUUID(),
      itemId: one.item_id,
      delta: -Number(one.delta),
      source: 'count',
      count: id,
      undoes: one.id,
    }),
  );
  const written = await apply(deps, trx, reverse, actor);
  await updateCountRow(trx, id, { status: 'open', totals: null, coverage: null, closed_by: null, closed_at: null });
  const at = deps.clock();
  await insertEvent(trx, { count_id: id, kind: 'reopened', user_id: actor.id, reason, at });
  await deps.notices.queue(trx, { kind: 'reopened', data: { countId: id }, userId: actor.id, createdAt: at });
  return { count, written };
}

export function createClosing(deps: CountDeps) {
  const { db, clock, changes, notices, onCount } = deps;

  async function announce(count: CountRow, written: Written): Promise<void> {
    await announceState(deps, count);
    changes.announce(written);
  }

  return {
    /** A count that a file has made, and that was opened again, keeps the time that the paper speaks of. */
    async close(id: number, input: CloseCount, actor: CountPerson): Promise<void> {
      const { count, written } = await retried(db, async (trx) => {
        const open = await lockOpen(trx, id, 'change');
        const ofFile = await isOfFile(trx, open);
        const settled = ofFile ? await selectStatedSince(trx, id) : undefined;
        return freeze(deps, trx, open, { ...input, at: ofFile ? open.opened_at : clock(), settled }, actor);
      });
      await announce(count, written);
    },

    /** Reverses the adjustments, each once; the counted quantities stay. */
    async reopen(id: number, reason: string, actor: CountPerson): Promise<void> {
      try {
        const { count, written } = await retried(db, (trx) => unfreeze(deps, trx, id, reason, actor));
        await announce(count, written);
      } catch (error) {
        if (!isOverlap(error)) throw error;
        throw overlap(await findHeldOfLines(db, id));
      }
    },

    async cancel(id: number, reason: string, actor: CountPerson): Promise<void> {
      const count = await retried(db, async (trx) => {
        const open = await lockOpen(trx, id, 'change');
        const coverage = (await selectCoverage(trx, [id])).get(id) ?? { lines: 0, counted: 0, recount: 0 };
        await releaseLines(trx, id);
        const at = clock();
        await updateCountRow(trx, id, { status: 'cancelled', coverage, closed_by: actor.id, closed_at: at });
        await insertEvent(trx, { count_id: id, kind: 'cancelled', user_id: actor.id, reason, at });
        await notices.queue(trx, { kind: 'cancelled', data: { countId: id }, userId: actor.id, createdAt: at });
        return open;
      });
      await announceState(deps, count);
    },

    /**
     * Asks for a recount of lines and returns their number. The lock stops entries meanwhile, so that each of them is
     * clearly before or after.
     */
    async recount(id: number, { itemIds, threshold }: Recount, actor: CountPerson): Promise<number> {
      const lines = await retried(db, async (trx) => {
        const count = await lockOpen(trx, id, 'change');
        const at = clock();
        const asked = await raiseRounds(trx, count, itemIds ? { itemIds, at } : { threshold: threshold ?? 0, at });
        if (asked > 0) {
          await insertEvent(trx, { count_id: id, kind: 'recount', user_id: actor.id, at });
          await notices.queue(trx, { kind: 'recount', data: { countId: id }, userId: actor.id, createdAt: at });
        }
        return asked;
      });
      onCount(id);
      notices.send();
      return lines;
    },
  };
}
