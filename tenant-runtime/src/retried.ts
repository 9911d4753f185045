import { type Knex, sqlState } from '@ostatok/kit/node/db.ts';

const ATTEMPTS = 4;
const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';

/** Tells whether the transaction conflicted with another and can be retried. `also` names further errors that pass. */
export const passes = (error: unknown, also: string[] = []): boolean =>
  [DEADLOCK, SERIALIZATION_FAILURE, ...also].includes(sqlState(error) ?? '');

/** Runs a transaction and retries it after a conflict with another; `also` names further errors that pass. */
export async function retried<T>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  also: string[] = [],
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !passes(error, also)) throw error;
    }
  }
}
