import type { Knex } from '@ostatok/kit/node/db.ts';
import { aliasNamesOf } from './alias-names.ts';
import { type NameRow, selectNames } from './find-item.queries.ts';
import type { FoundItem, Names } from './find-item.ts';
import { packsOf } from './item-codes.ts';

/**
 * A transaction may end between the statement's snapshot and its look at open transactions, so the next reading starts
 * a little earlier.
 */
const OVERLAP_MS = 2_000;
/** Names are dropped from memory after so many idle milliseconds. */
const IDLE_MS = 10 * 60_000;

const itemOf = (row: NameRow): FoundItem => ({
  id: row.id,
  name: row.name,
  article: row.article,
  ean: row.ean,
  codes: row.codes.map(({ ean }) => ean),
  packs: packsOf(row.codes),
  taught: row.names,
  synonyms: aliasNamesOf(row),
  unit: row.unit,
  volumeMl: row.volume_ml,
});

const differs = (a: FoundItem | undefined, b: FoundItem): boolean => JSON.stringify(a) !== JSON.stringify(b);

/**
 * Milliseconds for which names are used if this process has changed none: a tenant is a single process except during
 * its update.
 */
const TRUSTED_MS = 30_000;

/**
 * Keeps the tenant's names in memory: they are read at the first message, and afterwards only those changed since, and
 * only after a change. So a search for each of 60 messages a second reads nothing.
 */
export function createItemNames({ db, now = Date.now }: { db: Knex; now?: () => number }) {
  let items = new Map<number, FoundItem>();
  let names: Names | undefined;
  let mark: Date | undefined;
  let reading: { names: Promise<Names>; touched: number } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let touched = 0;
  let known: { touched: number; at: number } | undefined;

  function forget(): void {
    items = new Map();
    names = undefined;
    mark = undefined;
    known = undefined;
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
    // The module is loaded at the first search, because most tenants are idle and never search.
    const { createNames } = await import('./find-item.ts');
    names ??= createNames(items.values());
    return names;
  }

  /** Changes that come during a reading are read after it. */
  function readAgain(): Promise<Names> {
    if (reading?.touched === touched) return reading.names;
    const started = { touched, at: now() };
    const before = reading?.names.catch(() => {});
    const mine = (async () => {
      await before;
      return read();
    })();
    reading = { names: mine, touched };
    const settle = (): void => {
      if (reading?.names === mine) reading = undefined;
    };
    mine.then(() => {
      known = started;
      settle();
    }, settle);
    return mine;
  }

  return {
    /** Returns the names as of now. */
    async current(): Promise<Names> {
      clearTimeout(idle);
      idle = setTimeout(forget, IDLE_MS).unref();
      const trusted = known && known.touched === touched && now() - known.at < TRUSTED_MS;
      return trusted && names ? names : readAgain();
    },
    /** Call it when items were made, renamed, deleted or imported. */
    touch(): void {
      touched += 1;
    },
  };
}
export type ItemNames = ReturnType<typeof createItemNames>;
