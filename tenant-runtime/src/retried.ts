import { type Knex, sqlState } from '@ostatok/kit/node/db.ts';

const ATTEMPTS = 4;
const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';

/** A transaction that is tried again when another was in its way; `also` names further errors that pass. */
export async function retried<T>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  also: string[] = [],
): Promise<T> {
  const passing = new Set([DEADLOCK, SERIALIZATION_FAILURE, ...also]);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !passing.has(sqlState(error) ?? '')) throw error;
    }
  }
}
