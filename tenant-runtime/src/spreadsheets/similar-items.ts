import { setImmediate } from 'node:timers/promises';
import { agreesInAll } from '@ostatok/kit/matching/agreement.ts';
import { createListMatcher, type ListedProduct, type ListMatch } from '@ostatok/kit/matching/list-matcher.ts';
import { reasonsOf } from '@ostatok/kit/matching/reasons.ts';
import type { Db } from '@ostatok/kit/node/db.ts';
import type { SimilarReason } from '../../contract/imports.endpoints.ts';
import { aliasNamesOf } from '../items/alias-names.ts';
import { type FreeItem, selectFreeItems, selectUnknown, type UnknownRow } from './similar.queries.ts';

/** More rows are not compared, nor more rows with so many items: it would take longer than a person waits. */
const MOST_ROWS = 50_000;
const MOST_PAIRS = 400_000_000;
const LEAST_CONFIDENCE = 0.5;
/** A match of this confidence may be chosen without a look. */
const SURE_FROM = 0.9;
const MOST_OFFERED = 3;
/** Rows that are compared before the process tells that it goes on. */
const BATCH = 100;

/** An item that a row may be. */
export interface Offer {
  itemId: number;
  confidence: number;
  reasons: SimilarReason[];
  /** Nothing in name and article speaks against it. */
  sure: boolean;
}

function offerOf(row: UnknownRow, item: FreeItem | undefined, { id, confidence, features }: ListMatch): Offer {
  const hasOtherArticle = row.article !== null && item?.article != null && item.article !== row.article;
  return {
    itemId: id,
    confidence: Math.round(confidence * 1000) / 1000,
    reasons: [...reasonsOf(features), ...(hasOtherArticle ? [{ of: 'article' as const, agrees: false }] : [])],
    sure: confidence >= SURE_FROM && agreesInAll(features) && !hasOtherArticle,
  };
}

const listed = (item: FreeItem): ListedProduct => ({
  id: item.id,
  name: item.name,
  otherNames: [...item.names, ...(aliasNamesOf(item) ?? [])],
  volumeMl: item.volume_ml,
  category: item.category,
});

/** Finds the items that rows may be, by row; undefined where the file has too many new rows to compare. */
export async function findSimilar(
  db: Db,
  importId: string,
  onProgress: () => void,
): Promise<Map<number, Offer[]> | undefined> {
  const rows = await selectUnknown(db, importId, MOST_ROWS + 1);
  const items = rows.length > 0 ? await selectFreeItems(db, importId) : [];
  if (items.length === 0) return new Map();
  if (rows.length > MOST_ROWS || rows.length * items.length > MOST_PAIRS) return undefined;
  const byId = new Map(items.map((item) => [item.id, item]));
  const matcher = createListMatcher(items.map(listed));
  const offers = new Map<number, Offer[]>();
  for (const [at, row] of rows.entries()) {
    if (at % BATCH === 0) {
      onProgress();
      await setImmediate();
    }
    const likely = matcher.match(row.name, row.volume_ml).filter(({ confidence }) => confidence >= LEAST_CONFIDENCE);
    const offered = likely.slice(0, MOST_OFFERED).map((match) => offerOf(row, byId.get(match.id), match));
    if (offered.length > 0) offers.set(row.row, offered);
  }
  return offers;
}
