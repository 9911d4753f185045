import type { CountEntry, CountLine } from '../../contract/counts.endpoints.ts';
import type { EntriesFilter, LinesFilter } from '../../contract/counts.ts';
import type { Asking } from '../blindness/blindness.ts';
import { searchName } from '../search-name.ts';
import { type CountDeps, noCount } from './count-deps.ts';
import { entryView, lineView } from './count-view.ts';
import { findCount } from './counts.queries.ts';
import { listEntries } from './entries.queries.ts';
import type { OpenedCount, Sight } from './line-sql.ts';
import { listLines, selectLineItems, selectLines } from './lines.queries.ts';

interface Page {
  offset: number;
  limit: number;
  order: 'asc' | 'desc';
}

/** Reads entries and lines as far as the caller may see them. */
export function createLines({ db, blindness }: Pick<CountDeps, 'db' | 'blindness'>) {
  const sightOf = (caller: Asking): Sight => ({
    userId: caller?.id ?? 0,
    hidden: blindness.hidesFrom(caller) ? blindness.hiddenItems() : [],
  });

  async function known(countId: number) {
    const count = await findCount(db, countId);
    if (!count) throw noCount();
    return count;
  }

  return {
    sightOf,
    known,

    itemIds: (countId: number): Promise<number[]> => selectLineItems(db, countId),

    async list(
      countId: number,
      filter: LinesFilter,
      page: Page,
      caller: Asking,
    ): Promise<{ lines: CountLine[]; total: number }> {
      const count = await known(countId);
      const words = searchName(filter.search ?? '')
        .split(' ')
        .filter(Boolean);
      const { rows, total } = await listLines(db, count, sightOf(caller), { ...filter, words }, page);
      return { lines: rows.map((row) => lineView(row, blindness.isHidden(row.item_id, caller))), total };
    },

    /** Returns the items' lines as the caller may see them. */
    async views(count: OpenedCount, itemIds: number[], caller: Asking): Promise<CountLine[]> {
      const rows = await selectLines(db, count, sightOf(caller), itemIds);
      return rows.map((row) => lineView(row, blindness.isHidden(row.item_id, caller)));
    },

    /** Returns one item's line as the caller may see it, or undefined where the count does not hold it. */
    async one(countId: number, itemId: number, caller: Asking): Promise<CountLine | undefined> {
      const [row] = await selectLines(db, await known(countId), sightOf(caller), [itemId]);
      return row && lineView(row, blindness.isHidden(itemId, caller));
    },

    async entries(
      countId: number,
      filter: EntriesFilter,
      page: Page,
      caller: Asking,
    ): Promise<{ entries: CountEntry[]; total: number }> {
      await known(countId);
      const { rows, total } = await listEntries(db, countId, sightOf(caller), filter, page);
      return { entries: rows.map(entryView), total };
    },
  };
}
export type Lines = ReturnType<typeof createLines>;
