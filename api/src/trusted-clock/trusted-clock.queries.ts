import type { Knex } from '@ostatok/kit/node/db.ts';

/** In milliseconds. */
export interface SeenRow {
  looked_at: Date;
  unseen_ms: number;
  wait_ms: number;
}

/** Locks the row, so that concurrent checks wait. Without a row it inserts one that has nothing to wait for. */
export async function lockTrustedClock(trx: Knex.Transaction, at: Date): Promise<SeenRow> {
  await trx('seen_time').insert({ looked_at: at, unseen_ms: 0, wait_ms: 0 }).onConflict('only').ignore();
  return trx('seen_time').forUpdate().first('looked_at', 'unseen_ms', 'wait_ms');
}

export const updateTrustedClock = (trx: Knex.Transaction, seen: SeenRow): Promise<number> =>
  trx('seen_time').update(seen);
