import type { Db } from '@ostatok/kit/node/db.ts';
import { countAliases, type Flags, type Page } from '../list.queries.ts';
import type { Search } from '../search.ts';
import { mergeChanged, readSince } from './changed.queries.ts';
import { createMirrors, type MirrorsOptions, WORN } from './mirrors.ts';

/** So many are still laid over what it says. */
const MOST_CHANGED = 2000;
/** Somebody may change the catalogue while it is listed. */
const TRIES = 3;

interface Listed {
  ids: number[];
  total: number;
}

const weighedOf = ({ showEmptyOnly, showFullOnly }: Flags): boolean | undefined =>
  showFullOnly ? true : showEmptyOnly ? false : undefined;

/**
 * Pages and totals of a long catalogue, out of a mirror of it and what has changed since: exactly what PostgreSQL would
 * say, or undefined where it has to be asked.
 */
export function createMirroredLists(options: MirrorsOptions) {
  const mirrors = createMirrors(options);

  /** Kept once it is known whether it is; a mirror is read while nobody waits for it. */
  async function renewIfWorth(reader: Db, isStillWanted = () => true): Promise<{ reading: Promise<void> | undefined }> {
    const isWorth = mirrors.isWorth(await countAliases(reader, {}));
    return { reading: isWorth && isStillWanted() ? mirrors.renew() : undefined };
  }

  /** 'again': the catalogue has changed meanwhile. */
  async function tryPage(
    reader: Db,
    search: Search | undefined,
    flags: Flags,
    page: Page,
  ): Promise<Listed | 'again' | undefined> {
    const mirror = mirrors.withOrder(page.sort);
    const known = mirror?.of(page.sort);
    const isNewest = (): boolean => mirrors.withOrder(page.sort) === mirror;
    if (!mirror || !known) {
      await renewIfWorth(reader, isNewest);
      return undefined;
    }
    const since = await readSince(reader, known.revision, MOST_CHANGED + 1);
    if (since.mark !== known.mark) {
      // a snapshot older than the mirror, or else the database was put back to what it once was
      if (reader === options.db) mirrors.drop(mirror);
      return undefined;
    }
    if (since.changed.length > WORN) await renewIfWorth(reader, isNewest);
    if (since.changed.length > MOST_CHANGED) return undefined;
    const changed = [...new Set(since.changed)];
    const { sort, order, offset, limit } = page;
    // each that has joined the list may stand before the page and move what is on it by one place
    const from = Math.max(0, offset - changed.length);
    const weighed = weighedOf(flags);
    const question = { sort, order, search, weighed, changed, from, to: offset + limit };
    const kept = await mirror.ask(question).catch(() => undefined);
    if (!kept) return undefined;
    if (changed.length === 0) return kept;
    const merged = await mergeChanged(reader, { kept: kept.ids, changed }, search, flags, {
      ...page,
      offset: offset - from,
    });
    if (merged.latest !== since.latest) return 'again';
    return { ids: merged.ids, total: kept.total + merged.joined };
  }

  return {
    async page(reader: Db, search: Search | undefined, flags: Flags, page: Page): Promise<Listed | undefined> {
      if (flags.id) return undefined;
      for (let left = TRIES; left > 0; left -= 1) {
        const listed = await tryPage(reader, search, flags, page);
        if (listed !== 'again') return listed;
      }
      return undefined;
    },

    /** Reads a mirror of a long catalogue as it is now; kept when that has ended, well or not. */
    async prepare(): Promise<void> {
      const { reading } = await renewIfWorth(options.db).catch(() => ({ reading: undefined }));
      await reading;
    },
    /** Much is about to change: a mirror of it, to take over when it has. */
    foresee: mirrors.foresee,
    close: mirrors.close,
  };
}
export type MirroredLists = ReturnType<typeof createMirroredLists>;
