import type { Db } from '@ostatok/kit/node/db.ts';
import { countAliases, type Flags, type Page } from '../list.queries.ts';
import type { Search } from '../search.ts';
import { mergeChanged, readSince } from './changed.queries.ts';
import { createMirrors, type MirrorsOptions, WORN } from './mirrors.ts';

/** With more changes since the mirror, PostgreSQL makes the list. */
const MOST_CHANGED = 2000;
/** A try fails when the catalogue changes while it is being listed. */
const TRIES = 3;

interface Listed {
  ids: number[];
  total: number;
}

const weighedOf = ({ showEmptyOnly, showFullOnly }: Flags): boolean | undefined =>
  showFullOnly ? true : showEmptyOnly ? false : undefined;

/**
 * Pages and totals of a long catalogue, made from a mirror and the changes since. They equal PostgreSQL's; undefined
 * means that PostgreSQL must be asked.
 */
export function createMirroredLists(options: MirrorsOptions) {
  const mirrors = createMirrors(options);

  /** Resolves when it is decided whether to read a mirror; the reading itself runs in the background. */
  async function renewIfWorth(reader: Db, isStillWanted = () => true): Promise<{ reading: Promise<void> | undefined }> {
    const isWorth = mirrors.isWorth(await countAliases(reader, {}));
    return { reading: isWorth && isStillWanted() ? mirrors.renew() : undefined };
  }

  /** Returns 'again' when the catalogue has changed meanwhile. */
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
      // the snapshot is older than the mirror, or the database was restored to an earlier state
      if (reader === options.db) mirrors.drop(mirror);
      return undefined;
    }
    if (since.changed.length > WORN) await renewIfWorth(reader, isNewest);
    if (since.changed.length > MOST_CHANGED) return undefined;
    const changed = [...new Set(since.changed)];
    const { sort, order, offset, limit } = page;
    // each alias that has joined the list may come before the page and shift it by one place
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

    /** Mirrors a long catalogue as it is now; resolves when the reading has ended, even with an error. */
    async prepare(): Promise<void> {
      const { reading } = await renewIfWorth(options.db).catch(() => ({ reading: undefined }));
      await reading;
    },
    /** Reads a mirror before a commit of many changes; it takes over after the commit. */
    foresee: mirrors.foresee,
    close: mirrors.close,
  };
}
export type MirroredLists = ReturnType<typeof createMirroredLists>;
