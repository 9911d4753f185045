import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { Written } from '../changes/changes.service.ts';
import type { CountRow } from '../tables.ts';
import { releaseLines } from './closing.queries.ts';
import { freeze, nothing, unfreeze } from './closing.ts';
import { announceState, type CountDeps, type CountPerson } from './count-deps.ts';
import { findCountByKey, insertCount, insertEvent, updateCountRow } from './counts.queries.ts';
import {
  type CountedItem,
  findCountedAt,
  insertFileEntries,
  selectCountsByKeys,
  selectStatedSince,
  voidAllEntries,
} from './file-counts.queries.ts';
import { findHeldInScope, insertLines } from './opening.queries.ts';
import { overlap, titleOf } from './opening.ts';

export type { CountedItem } from './file-counts.queries.ts';

interface FileCount {
  /** The id of what brought the file: it makes one count, however often it is sent. */
  key: string;
  /** When the shelves were counted; not later than now. */
  at: Date;
  /** The file's name. */
  file: string;
  items: readonly CountedItem[];
}

export interface RecordedCount {
  count: CountRow;
  /** How many items it has counted. */
  items: number;
  written: Written;
}

/** Two counts of one moment have nothing between them to report. */
const repeated = (title: string): Conflict =>
  new Conflict(
    'count_repeated',
    `«${title}» на этот же день и час уже записан. Отмените прежнюю загрузку или укажите другое время`,
  );

/** Closed counts that come from a file: of a paper, or of another program, also of a day long past. */
export function createFileCounts(deps: CountDeps) {
  const { timezone, changes } = deps;

  return {
    /**
     * Records the count within the caller's transaction. The stock follows it, except where a later count or file has
     * stated it since. Throws Conflict if an open count holds one of the items, or another has counted it at that time.
     */
    async recordIn(trx: Knex.Transaction, given: FileCount, actor: CountPerson): Promise<RecordedCount> {
      const { key, at, file, items } = given;
      const itemIds = items.map(({ item_id }) => item_id);
      const held = await findHeldInScope(trx, { scope: 'items', categories: [], itemIds });
      if (held) throw overlap(held);
      const twin = await findCountedAt(trx, itemIds, at);
      if (twin) throw repeated(twin.title);
      const count = await insertCount(trx, {
        key,
        title: titleOf(at, timezone),
        scope: 'items',
        categories: '[]',
        spot: false,
        blind: false,
        recount_threshold: null,
        opened_by: actor.id,
        opened_at: at,
        // nothing that was written is known to be older than the paper
        opened_seq: 0,
      });
      if (!count) throw new Error(`the count of the file ${key} is there already`);
      await insertLines(trx, count.id, itemIds, true);
      await insertFileEntries(trx, { id: count.id, at, note: file, userId: actor.id }, items);
      await insertEvent(trx, { count_id: count.id, kind: 'opened', user_id: actor.id, at });
      const settled = await selectStatedSince(trx, count.id);
      const { written } = await freeze(deps, trx, count, { uncounted: 'keep', at, settled }, actor);
      return { count, items: items.length, written };
    },

    /** Takes the count of a file back; nothing happens where the file made none, or it is cancelled. Throws Conflict. */
    async withdrawIn(trx: Knex.Transaction, key: string, actor: CountPerson): Promise<RecordedCount | undefined> {
      const found = await findCountByKey(trx, key);
      if (!found || found.status === 'cancelled') return undefined;
      const reason = 'Загрузка файла отменена';
      const { written } =
        found.status === 'closed' ? await unfreeze(deps, trx, found.id, reason, actor) : { written: nothing() };
      const at = deps.clock();
      await voidAllEntries(trx, found.id, actor.id, at);
      await releaseLines(trx, found.id);
      const coverage = { lines: 0, counted: 0, recount: 0 };
      await updateCountRow(trx, found.id, { status: 'cancelled', coverage, closed_by: actor.id, closed_at: at });
      await insertEvent(trx, { count_id: found.id, kind: 'cancelled', user_id: actor.id, reason, at });
      return { count: found, items: 0, written };
    },

    /** Returns the counts that files have made, by what brought the file; withdrawn ones too. */
    async ofFiles(keys: readonly string[]): Promise<Map<string, { id: number; at: Date }>> {
      const found = await selectCountsByKeys(deps.db, keys);
      return new Map(found.map(({ key, id, opened_at }) => [key, { id, at: opened_at }]));
    },

    /** Announces what either of them has done; call it after the commit. */
    async fileCounted({ count, written }: RecordedCount): Promise<void> {
      await announceState(deps, count);
      changes.announce(written);
    },
  };
}
