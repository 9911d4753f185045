import type { Db } from '@ostatok/kit/node/db.ts';
import type { SentAlias, SentMatches } from '../../contract/internal.ts';

/** Returns how many items use one of the aliases, and the ids of those that were changed. */
export async function takeAliases(db: Db, aliases: SentAlias[]): Promise<{ used: number; updated: number[] }> {
  const { rows } = await db.raw('select used, updated from take_aliases(?::jsonb, false)', [JSON.stringify(aliases)]);
  return rows[0];
}

/** Returns the ids of the items that exist. */
export async function matchItems(db: Db, matches: SentMatches['matches']): Promise<number[]> {
  const { rows } = await db.raw('select matched from match_items(?::jsonb)', [JSON.stringify(matches)]);
  return rows[0].matched;
}

/** Returns the ids of the items that were matched. */
export async function unmatchItems(db: Db, ids: number[]): Promise<number[]> {
  const { rows } = await db.raw('select undone from unmatch_items(?::int[])', [ids]);
  return rows[0].undone;
}
