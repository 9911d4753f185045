import { randomUUID } from 'node:crypto';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { hashToken, newToken } from '@ostatok/kit/node/secrets.ts';
import {
  type ChallengePurpose,
  type ChallengeRow,
  countChallengeTry,
  deleteChallenge,
  deleteExpiredChallenges,
  insertChallenge,
} from './challenges.queries.ts';

/** After so many wrong answers the sign-in must begin again. */
const MOST_TRIES = 5;

const over = (): InvalidInput =>
  new InvalidInput('Вход начат слишком давно или уже закончен. Начните заново', undefined, 'challenge_over');

/**
 * Challenges of a sign-in under way. Their tokens are random, stored as hashes, short-lived and good for one answer.
 */
export function createChallenges({ db, now = () => new Date() }: { db: Knex; now?: () => Date }) {
  return {
    async issue(
      purpose: ChallengePurpose,
      userId: number | null,
      data: Record<string, unknown>,
      seconds: number,
    ): Promise<string> {
      const token = newToken();
      const at = now();
      await deleteExpiredChallenges(db, at);
      await insertChallenge(db, {
        id: randomUUID(),
        purpose,
        user_id: userId,
        token_hash: hashToken(token),
        data,
        created_at: at,
        expires_at: new Date(at.getTime() + seconds * 1000),
      });
      return token;
    },

    /** Finds the challenge by its token and counts one attempt. Throws InvalidInput. */
    async attempt(purpose: ChallengePurpose, token: string): Promise<ChallengeRow> {
      const row = await countChallengeTry(db, { purpose, token_hash: hashToken(token) }, now(), MOST_TRIES);
      if (!row) throw over();
      return row;
    },

    /**
     * Deletes the answered challenge in the transaction of what it allows. Of two concurrent calls the second throws
     * InvalidInput.
     */
    async close(reader: Db, { id }: ChallengeRow): Promise<void> {
      if (!(await deleteChallenge(reader, id))) throw over();
    },
  };
}
export type Challenges = ReturnType<typeof createChallenges>;
