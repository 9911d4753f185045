import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Caller } from '../access/callers.ts';
import { type Attempts, changeWithLetter } from './attempts.ts';
import { sessionOver } from './session-errors.ts';
import { findCaller, lockSessionUser } from './sessions.queries.ts';
import type { Sessions } from './sessions.service.ts';

interface FactorChangeDeps {
  db: Knex;
  sessions: Pick<Sessions, 'forget'>;
  attempts: Attempts;
  now: () => Date;
}

export function createFactorChange({ db, sessions, attempts, now }: FactorChangeDeps) {
  /**
   * Runs one change of a user's factors at a time, only for a session that is still valid, and evicts its cached state.
   */
  return async function changeFactors<T>(
    { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
    work: (trx: Knex.Transaction) => Promise<T>,
  ): Promise<T> {
    await attempts.count(changeWithLetter(userId));
    const done = await db.transaction(async (trx) => {
      await lockSessionUser(trx, userId);
      // the session may have been ended meanwhile, together with the factor it had set up
      if (!(await findCaller(trx, userId, sessionId, now()))?.signed_in) throw sessionOver();
      return work(trx);
    });
    sessions.forget(userId);
    return done;
  };
}
export type FactorChange = ReturnType<typeof createFactorChange>;
