import { type LogSource, modifiedAt, type RawEntry, readEntries } from './log-source.ts';

export interface FoundEntry extends RawEntry {
  tenant: string | undefined;
  /** Which of its log's entries of the same moment it is. */
  place: number;
}

export interface LogQuery {
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
  /** Milliseconds; the entries from the first until, but not at, the second. */
  from: number;
  until: number;
  /** The moment of the last entry that is known, and how many of that moment are. */
  after?: { at: number; known: number } | undefined;
  matches: (entry: FoundEntry) => boolean;
}

export interface LogPage {
  entries: FoundEntry[];
  total: number;
  /** False when the search ended before everything was read. */
  isComplete: boolean;
  /** The place after the last of these entries; undefined at the end. */
  next: { at: number; known: number } | undefined;
}

export interface SearchLimits {
  /** The most bytes that one search reads. */
  bytes: number;
  /** The most milliseconds that one search takes; it ends at the next file. */
  ms: number;
}

const LIMITS: SearchLimits = { bytes: 64_000_000, ms: 5000 };

/** The logs with their last change, the newest first: it is there that the newest entries are. */
async function byAge(sources: LogSource[]): Promise<{ source: LogSource; modified: number }[]> {
  const known: { source: LogSource; modified: number }[] = [];
  for (const source of sources) known.push({ source, modified: await modifiedAt(source) });
  return known.filter(({ modified }) => modified > 0).sort((a, b) => b.modified - a.modified);
}

/** Keeps the first entries in an order, and no more of them than are asked for. */
function createFirst(most: number, order: LogQuery['order']) {
  let entries: FoundEntry[] = [];
  const earlier = (a: FoundEntry, b: FoundEntry): number =>
    a.at - b.at || (a.tenant ?? '').localeCompare(b.tenant ?? '') || a.place - b.place;
  const compare = order === 'asc' ? earlier : (a: FoundEntry, b: FoundEntry): number => earlier(b, a);
  const shorten = (): void => {
    entries = entries.sort(compare).slice(0, most);
  };
  return {
    add(entry: FoundEntry): void {
      entries.push(entry);
      if (entries.length >= 2 * most + 100) shorten();
    },
    /** The last of the entries that are kept; undefined while there are fewer than asked for. */
    last(): FoundEntry | undefined {
      shorten();
      return entries.length < most ? undefined : entries[most - 1];
    },
    sorted(): FoundEntry[] {
      shorten();
      return entries;
    },
  };
}

const isWithin = ({ at }: RawEntry, { from, until, after, order }: LogQuery): boolean =>
  at >= from && at < until && (!after || (order === 'asc' ? at >= after.at : at <= after.at));

/** Searches logs entry by entry. What it keeps and what it reads have bounds, however much was written. */
export async function searchLogs(sources: LogSource[], query: LogQuery, limits = LIMITS): Promise<LogPage> {
  const { order, offset, limit, after } = query;
  const known = after?.known ?? 0;
  // one more than asked for tells that there is one
  const first = createFirst(known + offset + limit + 1, order);
  const began = performance.now();
  let bytes = 0;
  let total = 0;
  let isComplete = true;

  async function search(source: LogSource): Promise<void> {
    let last: number | undefined;
    let place = 0;
    const entries = readEntries(source, (more) => {
      bytes += more;
    });
    for await (const entry of entries) {
      place = entry.at === last ? place + 1 : 0;
      last = entry.at;
      if (!isWithin(entry, query)) continue;
      const found = { ...entry, tenant: source.tenant, place };
      if (!query.matches(found)) continue;
      total += 1;
      first.add(found);
    }
  }

  for (const { source, modified } of await byAge(sources)) {
    if (modified < query.from) break;
    const isSpent = bytes > limits.bytes || performance.now() - began > limits.ms;
    const worst = order === 'desc' ? first.last() : undefined;
    if (isSpent || (worst && modified < worst.at)) {
      isComplete = false;
      break;
    }
    await search(source);
  }

  const found = first.sorted();
  // those of the cursor's moment that are known come first
  const start = known + offset;
  const entries = found.slice(start, start + limit);
  return { entries, total: Math.max(0, total - known), isComplete, next: placeAfter(found, start + limit) };
}

function placeAfter(found: FoundEntry[], end: number): LogPage['next'] {
  const last = found[end - 1];
  if (!last || found.length <= end) return undefined;
  return { at: last.at, known: found.slice(0, end).filter(({ at }) => at === last.at).length };
}
