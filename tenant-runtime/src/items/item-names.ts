import type { Knex } from '@ostatok/kit/node/db.ts';
import { type NameRow, selectNames } from './find-item.queries.ts';
import type { FoundItem, Names } from './find-item.ts';

/** A transaction may end between the statement's snapshot and its look at who is still open: look a little further back. */
const OVERLAP_MS = 2_000;
/** A venue that nobody writes to keeps no names in memory. */
const IDLE_MS = 10 * 60_000;

const itemOf = (row: NameRow): FoundItem => ({
  id: row.id,
  name: row.name,
  article: row.article,
  ean: row.ean,
  codes: row.codes.map(({ ean }) => ean),
  unit: row.unit,
  volumeMl: row.volume_ml,
});

const differs = (a: FoundItem | undefined, b: FoundItem): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** The venue's names in memory: read at the first message, then only what was touched since the last one. */
export function createItemNames({ db }: { db: Knex }) {
  let items = new Map<number, FoundItem>();
  let names: Names | undefined;
  let mark: Date | undefined;
  let reading: Promise<Names> | undefined;
  let idle: NodeJS.Timeout | undefined;

  function forget(): void {
    items = new Map();
    names = undefined;
    mark = undefined;
  }

  async function read(): Promise<Names> {
    const rows = await selectNames(db, mark && new Date(mark.getTime() - OVERLAP_MS));
    for (const row of rows) {
      const item = itemOf(row);
      if (row.deleted_at ? !items.delete(row.id) : !differs(items.get(row.id), item)) continue;
      names = undefined;
      if (!row.deleted_at) items.set(row.id, item);
    }
    mark = rows[0]?.mark ?? mark;
    // Loaded at the first search: most venues sleep, and none of them looks anything up.
    const { createNames } = await import('./find-item.ts');
    names ??= createNames(items.values());
    return names;
  }

  return {
    /** As of now; one short query when nothing changed. */
    current(): Promise<Names> {
      clearTimeout(idle);
      idle = setTimeout(forget, IDLE_MS).unref();
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}
export type ItemNames = ReturnType<typeof createItemNames>;
