import type { Db } from '@ostatok/kit/node/db.ts';

export type ChallengePurpose = 'second_factor' | 'add_passkey' | 'passkey_sign_in' | 'provider_return';

export interface ChallengeRow {
  id: string;
  purpose: ChallengePurpose;
  token_hash: string;
  user_id: number | null;
  data: Record<string, unknown>;
  attempts: number;
  created_at: Date;
  expires_at: Date;
}

export async function insertChallenge(db: Db, row: Omit<ChallengeRow, 'attempts'>): Promise<void> {
  await db('auth_challenges').insert({ ...row, data: JSON.stringify(row.data) });
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db('auth_challenges').where('expires_at', '<', now).delete();
}

/** Counts the attempt before it is made. Returns undefined when none is left. */
export async function countChallengeTry(
  db: Db,
  key: Pick<ChallengeRow, 'token_hash' | 'purpose'>,
  now: Date,
  most: number,
): Promise<ChallengeRow | undefined> {
  const [row] = await db('auth_challenges')
    .where(key)
    .where('expires_at', '>', now)
    .where('attempts', '<', most)
    .increment('attempts', 1)
    .returning('*');
  return row;
}

/** Returns whether the challenge was there: of two concurrent calls only one gets true. */
export async function deleteChallenge(db: Db, id: string): Promise<boolean> {
  return (await db('auth_challenges').where({ id }).delete()) === 1;
}
