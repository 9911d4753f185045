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

/** Answers to one question: who is wrong more often starts from the beginning. */
const MOST_TRIES = 5;

const over = (): InvalidInput =>
  new InvalidInput('Вход начат слишком давно или уже закончен. Начните заново', undefined, 'challenge_over');

/** Questions a sign-in waits on: their tokens are random, kept as hashes, and good for a short while and one answer. */
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

    /** The question an answer has come to, one try less. Throws InvalidInput. */
    async attempt(purpose: ChallengePurpose, token: string): Promise<ChallengeRow> {
      const row = await countChallengeTry(db, { purpose, token_hash: hashToken(token) }, now(), MOST_TRIES);
      if (!row) throw over();
      return row;
    },

    /** It is answered, within the transaction of what it allows. Throws InvalidInput to the second of two at once. */
    async close(reader: Db, { id }: ChallengeRow): Promise<void> {
      if (!(await deleteChallenge(reader, id))) throw over();
    },
  };
}
export type Challenges = ReturnType<typeof createChallenges>;
