import type { Knex } from '@ostatok/kit/node/db.ts';
import { hashToken } from '@ostatok/kit/node/secrets.ts';
import type { LoginAnswer } from '../../contract/users.endpoints.ts';
import type { Origin } from '../access/callers.ts';
import { findUser } from '../find-user.queries.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { SessionRow, UserRow } from '../tables.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import { deleteSession, lockSession, updateSession } from './sessions.queries.ts';

const DAY_MS = 86_400_000;
/** A phone may be offline for 30 days. After 90 days it has to sign in again in any case. */
export const SLIDING_MS = 30 * DAY_MS;
export const ABSOLUTE_MS = 90 * DAY_MS;
/**
 * Within this time a repeated use of the previous token comes from two tabs. Later, once its successor is in use, the
 * token was stolen.
 */
const RACE_MS = 2 * 60_000;

interface Rotation {
  clock: () => Date;
  security: Pick<SecurityLog, 'note'>;
  refreshTokens: RefreshTokens;
  /** Answers with a new access token of the sign-in and this refresh token. */
  answer: (user: UserRow, sessionId: string, refreshToken: string) => Promise<LoginAnswer>;
}

/**
 * Ends the sign-in: the token was used again although no answer was lost, so it was stolen. Tokens derived from it
 * end too.
 */
async function endStolen({ security }: Rotation, trx: Knex.Transaction, sessionId: string, from: Origin) {
  const ended = await deleteSession(trx, sessionId);
  if (!ended) return undefined;
  security.note({ event: 'token.reused', userId: ended.user_id, ...from });
  return { stolen: sessionId };
}

async function rotate(
  rotation: Rotation,
  trx: Knex.Transaction,
  { session, user, refreshToken, from }: { session: SessionRow; user: UserRow; refreshToken: string; from: Origin },
) {
  const { refreshTokens, clock, answer } = rotation;
  const hash = hashToken(refreshToken);
  const successor = refreshTokens.successorOf(session.id, refreshToken);
  const at = clock();
  if (session.used_hash === hash) {
    const given = hashToken(successor) === session.token_hash;
    if (!session.arrived || Math.abs(at.getTime() - session.refreshed_at.getTime()) <= RACE_MS)
      return answer(user, session.id, given ? successor : refreshTokens.plainSuccessorOf(refreshToken));
    return endStolen(rotation, trx, session.id, from);
  }
  const expires = Math.min(at.getTime() + SLIDING_MS, session.started_at.getTime() + ABSOLUTE_MS);
  await updateSession(trx, session.id, {
    token_hash: hashToken(successor),
    used_hash: hash,
    arrived: false,
    refreshed_at: at,
    expires_at: new Date(expires),
  });
  return answer(user, session.id, successor);
}

/**
 * Exchanges a refresh token for its successor. Returns undefined for a token that is unknown or expired, and the ended
 * sign-in for a stolen one.
 */
export async function refreshed(
  rotation: Rotation,
  trx: Knex.Transaction,
  refreshToken: string,
  from: Origin,
): Promise<LoginAnswer | { stolen: string } | undefined> {
  const { refreshTokens, clock } = rotation;
  const session = await lockSession(trx, hashToken(refreshToken));
  // The token is neither the newest nor the previous one: a thief who refreshes twice makes the owner's token fall
  // out of the row.
  const older = session ? undefined : refreshTokens.sessionOf(refreshToken);
  if (older) return endStolen(rotation, trx, older, from);
  if (!session || session.expires_at <= clock()) return undefined;
  const user = await findUser(trx, session.user_id);
  if (!user || user.token_version !== session.token_version) return undefined;
  return rotate(rotation, trx, { session, user, refreshToken, from });
}
