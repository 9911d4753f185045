import type { Db } from '@ostatok/kit/node/db.ts';
import { Unreadable } from '@ostatok/kit/node/errors.ts';
import type { SalesKind } from '../../contract/sales.ts';
import type { SalesSourceRow } from '../tables.ts';
import { insertSource } from './draft.queries.ts';
import { kindNames } from './kind-names.ts';
import {
  findFeedName,
  findLiveSource,
  selectFilesOfFeed,
  selectSourcesOfKind,
  selectSourcesOfOtherFeeds,
  selectSourcesOfStores,
} from './source-of.queries.ts';

/** What a file says of the till that has written it. */
interface Said {
  kind: SalesKind;
  stores: readonly string[];
  /** Its name. */
  name: string;
}

interface Given {
  /** The source that a person has chosen. */
  sourceId: number | undefined;
  /** The feed that has brought it. */
  feedId: number | undefined;
  at: string;
}

interface Found {
  id: number;
  /** It is a guess: a person has to say of which till the file is. */
  isUnsure: boolean;
}

const sure = (id: number): Found => ({ id, isUnsure: false });
const guess = (id: number): Found => ({ id, isUnsure: true });

/** Throws Unreadable where a file of this kind cannot be of a source: a table may be of any. */
export function mustFit(kind: SalesKind, source: Pick<SalesSourceRow, 'kind' | 'name'>): void {
  if (source.kind === kind || source.kind === 'table' || kind === 'table') return;
  const mismatch = `Это файл «${kindNames[kind]}», а источник «${source.name}» — ${kindNames[source.kind]}`;
  throw new Unreadable('other_source', `${mismatch}. Выберите другой источник`);
}

/** Days with a year of four digits, with one of two, those without signs between, and times; in this order. */
const MOMENTS = [
  /(?<!\d)(?:\d{4}([._-])\d{1,2}\1\d{1,2}|\d{1,2}([._-])\d{1,2}\2\d{4})(?!\d)/g,
  /(?<!\d)\d{1,2}([._-])\d{1,2}\1\d{2}(?!\d)/g,
  /\d{6,}/g,
  /(?<!\d)\d{1,2}[:-]\d{2}(?!\d)/g,
];

/** Returns the name of a file without its days and times: what is left is the same every day. */
const stemOf = (name: string): string =>
  MOMENTS.reduce((text, moment) => text.replaceAll(moment, ' '), name.toLowerCase())
    .replaceAll(/[\s._-]+/g, ' ')
    .trim();

/** Tells which of several sources a file is of by its stores. */
async function byStores(db: Db, ids: number[], stores: readonly string[]): Promise<number | undefined> {
  const named = stores.filter(Boolean);
  const found = named.length === 0 ? [] : await selectSourcesOfStores(db, ids, named);
  return found.length === 1 ? found[0] : undefined;
}

async function among(db: Db, ids: number[], { stores }: Said): Promise<Found | undefined> {
  const [first, ...others] = ids;
  if (first === undefined) return undefined;
  if (others.length === 0) return sure(first);
  const found = await byStores(db, ids, stores);
  return found === undefined ? guess(first) : sure(found);
}

/** What a feed brings goes on where files of the same name went, or where all that it has brought did. */
async function ofFeed(db: Db, said: Said, feedId: number): Promise<Found | undefined> {
  const files = await selectFilesOfFeed(db, feedId, said.kind);
  const stem = stemOf(said.name);
  const named = files.find(({ file }) => stemOf(file) === stem);
  if (named) return sure(named.source_id);
  const before = await among(db, [...new Set(files.map(({ source_id }) => source_id))], said);
  if (before) return before;
  const ids = await selectSourcesOfKind(db, said.kind);
  const taken = await selectSourcesOfOtherFeeds(db, ids, feedId);
  return among(
    db,
    ids.filter((id) => !taken.includes(id)),
    said,
  );
}

/**
 * Finds the source that a file belongs to: the one that a person has chosen, that of the feed, the only one of its kind, or a new
 * one. Throws Unreadable.
 */
export async function sourceOf(db: Db, said: Said, { sourceId, feedId, at }: Given): Promise<Found> {
  const { kind } = said;
  if (sourceId !== undefined) {
    const source = await findLiveSource(db, sourceId);
    if (!source) throw new Unreadable('no_source', 'Такого источника продаж нет');
    mustFit(kind, source);
    return sure(source.id);
  }
  const found = await (feedId === undefined
    ? among(db, await selectSourcesOfKind(db, kind), said)
    : ofFeed(db, said, feedId));
  if (found) return found;
  const feed = feedId === undefined ? undefined : await findFeedName(db, feedId);
  const name = feed?.kind === 'upload' ? feed.name : kindNames[kind];
  return sure(await insertSource(db, { kind, name, at }));
}
