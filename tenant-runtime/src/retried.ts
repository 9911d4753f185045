import { type Knex, sqlState } from '@ostatok/kit/node/db.ts';

const ATTEMPTS = 4;
const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';

/** Another transaction was in its way: it may be tried again. `also` names further errors that pass. */
export const passes = (error: unknown, also: string[] = []): boolean =>
  [DEADLOCK, SERIALIZATION_FAILURE, ...also].includes(sqlState(error) ?? '');

/** A transaction that is tried again when another was in its way; `also` names further errors that pass. */
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
