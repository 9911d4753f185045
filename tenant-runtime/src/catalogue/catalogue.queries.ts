import type { Db } from '@ostatok/kit/node/db.ts';
import type { SentAlias } from '../../contract/internal.ts';

/** Returns how many items use one of the aliases, and the ids of those that were changed. */
export async function takeAliases(db: Db, aliases: SentAlias[]): Promise<{ used: number; updated: number[] }> {
  const { rows } = await db.raw('select used, updated from take_aliases(?::jsonb, false)', [JSON.stringify(aliases)]);
  return rows[0];
}
