import type { AliasFields } from '@ostatok/api/contract/catalogue.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { searchKeyOf } from './alias-row.ts';
import { countFound, countWith, type Flags } from './list.queries.ts';
import { type ChangedFields, listChangedFields } from './revisions.queries.ts';
import { matches, type Search } from './search.ts';

/** Fewer hits are counted as fast as they are remembered. */
const WORTH_KEEPING = 2000;
const KEPT = 500;
/** After more changes than this a total is counted afresh. */
const FOLLOWED = 1000;

/** One letter or two, one of them no digit: what has them is counted with every change. */
const COUNTED = /^(?=.*[a-z])[a-z0-9]{1,2}$/;

interface Total {
  total: number;
  /** Of the catalogue it was true of. */
  revision: number;
}

const weighed = (fields: AliasFields): boolean => fields.weight_empty_g !== null && fields.weight_full_g !== null;

function counts(search: Search, { showEmptyOnly, showFullOnly }: Flags, fields: AliasFields | null): number {
  if (!fields || (showEmptyOnly && weighed(fields)) || (showFullOnly && !weighed(fields))) return 0;
  return matches(search, { key: searchKeyOf(fields), ean: fields.ean }) ? 1 : 0;
}

/**
 * How many aliases a search finds, exactly. What took long to count is kept, and brought up to date by what has changed
 * since: every change is a revision that tells what was before and after.
 */
export function createTotals(db: Knex) {
  const kept = new Map<string, Total>();

  function keep(key: string, total: Total): void {
    kept.delete(key);
    if (total.total < WORTH_KEEPING) return;
    kept.set(key, total);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  }

  return async (search: Search, flags: Flags): Promise<number> => {
    const [word = '', ...others] = search.words;
    if (COUNTED.test(word) && others.length === 0 && search.codes.length === 0 && !flags.id)
      return countWith(db, `has:${word}`, flags);
    if (flags.id) return (await countFound(db, search, flags)).total;
    const key = JSON.stringify([search, flags.showEmptyOnly, flags.showFullOnly]);
    const known = kept.get(key);
    const changes: ChangedFields[] = known ? await listChangedFields(db, known.revision, FOLLOWED + 1) : [];
    const fresh =
      known && changes.length <= FOLLOWED
        ? changes.reduce(
            ({ total }, { before, after, revision }) => ({
              total: total + counts(search, flags, after) - counts(search, flags, before),
              revision,
            }),
            known,
          )
        : await countFound(db, search, flags);
    keep(key, fresh);
    return fresh.total;
  };
}
