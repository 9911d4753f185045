import { MOST_EXTRACT_BYTES } from '@ostatok/kit/contract/drink-extract.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import {
  deleteVersions,
  insertVersion,
  latestVersion,
  listCategories,
  moveVersion,
  prune,
  rankDrinks,
  readCandidates,
  replaceRows,
  seenRevision,
  type VersionRow,
} from './drink-extract.queries.ts';
import { isOfDrinks, kindPattern } from './drink-words.ts';
import { measureExtract, ROWS_AT_ONCE } from './encoder.ts';

/** The number of the rule in `rankDrinks` and `drink-words.ts`, and of the format: another one begins history anew. */
const RULE = 1;
/** Phones with an older version take the whole extract. */
const KEPT_VERSIONS = 300;
/** What a row takes before it is known better. */
const USUAL_ROW_BYTES = 14;
/** The extract may grow again when it fills less than this. */
const WELL_FILLED = 0.9;
const MARGIN = 0.97;

interface Fit {
  rows: number;
  size: number;
  hash: string;
}

/**
 * Finds how many of the candidates are at most `most` bytes. It begins with as many as last time, so that a few changes
 * of the catalogue do not move the end of the list.
 */
async function fit(trx: Knex.Transaction, total: number, begin: number, most: number): Promise<Fit> {
  let rows = Math.min(total, begin);
  for (let mayGrow = true; ; ) {
    const measured = await measureExtract(readCandidates(trx, rows, ROWS_AT_ONCE));
    const fits = measured.size <= most || rows === 0;
    const next = Math.min(total, Math.floor(((rows * most) / measured.size) * MARGIN));
    if (fits && (next <= rows || !mayGrow || measured.size >= most * WELL_FILLED)) return { rows, ...measured };
    mayGrow = fits;
    rows = next;
  }
}

/** As many as last time, or all of them if they are likely to fit. */
function firstTry(total: number, most: number, last: VersionRow | undefined): number {
  if (!last?.rows) return Math.ceil(most / USUAL_ROW_BYTES);
  return (total * last.size) / last.rows <= most ? total : last.rows;
}

/**
 * Reads the catalogue as it is now and makes the next version of the extract; undefined if the latest is as new. All of
 * it is one snapshot and one transaction: nobody sees a half of a version.
 */
export function buildVersion(
  db: Knex,
  { now, most = MOST_EXTRACT_BYTES }: { now: Date; most?: number | undefined },
): Promise<VersionRow | undefined> {
  return db.transaction(
    async (trx) => {
      const latest = await latestVersion(trx);
      const last = latest?.rule === RULE ? latest : undefined;
      const revision = await seenRevision(trx);
      if (revision === (last?.revision ?? 0) && (last || !latest)) return undefined;
      const total = await rankDrinks(trx, (await listCategories(trx)).filter(isOfDrinks), kindPattern());
      const { hash, ...counts } = await fit(trx, total, firstTry(total, most, last), most);
      if (last?.version.endsWith(hash)) {
        await moveVersion(trx, last.version, revision);
        return undefined;
      }
      if (!last) await deleteVersions(trx);
      await replaceRows(trx, counts.rows, revision);
      const version = { revision, version: `${revision}-${hash}`, rule: RULE, ...counts, made_at: now };
      await insertVersion(trx, version);
      await prune(trx, KEPT_VERSIONS);
      return version;
    },
    { isolationLevel: 'repeatable read' },
  );
}
