import { createHmac, randomUUID } from 'node:crypto';
import type { Tokens } from '@ostatok/api/contract/auth.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { hashToken, type Secrets } from '@ostatok/kit/node/secrets.ts';
import type { createCallerCache } from '../access/callers.ts';
import { requestIp, requestUserAgent } from '../platform/request-context.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { createAccessTokens } from './access-tokens.ts';
import { blocked } from './session-errors.ts';
import {
  findSession,
  insertSession,
  lockSessionUser,
  markSessionUsed,
  revokeSessions,
  type SessionRow,
  type SessionUser,
} from './sessions.queries.ts';

const DAY_MS = 86_400_000;
const REMEMBERED_DAYS = 30;
const PLAIN_DAYS = 1;
/** The longest life of a sign-in, however often it is refreshed. */
export const LONGEST_DAYS = 90;
/** Two tabs that refresh at once, or a page reloaded before it could store the answer, get the same successor. */
const RACE_MS = 10_000;

export type Issued = Tokens & { userId: number };

interface RefreshTokensDeps {
  secrets: Secrets;
  accessTokens: Pick<ReturnType<typeof createAccessTokens>, 'sign'>;
  callers: Pick<ReturnType<typeof createCallerCache>, 'forget'>;
  security: Pick<SecurityLog, 'note'>;
  now: () => Date;
}

/**
 * Short-lived access tokens are issued together with single-use refresh tokens. Each refresh token gives the next one
 * of its family. A second use after RACE_MS means that the token was stolen, and ends the whole family.
 */
export function createRefreshTokens({ secrets, accessTokens, callers, security, now }: RefreshTokensDeps) {
  const refreshKeys = secrets.verifyingKeys('refresh-token');

  /**
   * The successor is derived, not stored: a second request with the same token within RACE_MS gets the same successor.
   */
  const successorBy = (key: Uint8Array, token: string): string =>
    createHmac('sha256', key).update(token).digest('base64url');
  const successorOf = (token: string): string => successorBy(secrets.key('refresh-token'), token);

  /** Finds the successor that was issued, also when SECRET_KEY has been replaced since. */
  async function givenSuccessor(trx: Knex.Transaction, token: string) {
    for (const key of refreshKeys) {
      const refreshToken = successorBy(key, token);
      const session = await findSession(trx, hashToken(refreshToken));
      if (session) return { refreshToken, session };
    }
    return undefined;
  }

  async function issue(
    trx: Knex.Transaction,
    user: SessionUser,
    session: { family: string; remember: boolean; refreshToken: string; startedAt?: Date },
  ): Promise<Issued> {
    const at = now();
    const { startedAt = at } = session;
    const days = session.remember ? REMEMBERED_DAYS : PLAIN_DAYS;
    const until = Math.min(at.getTime() + days * DAY_MS, startedAt.getTime() + LONGEST_DAYS * DAY_MS);
    await insertSession(trx, {
      id: randomUUID(),
      family: session.family,
      user_id: user.id,
      token_hash: hashToken(session.refreshToken),
      remember: session.remember,
      started_at: startedAt,
      ip: requestIp() ?? null,
      user_agent: requestUserAgent() ?? null,
      created_at: at,
      expires_at: new Date(until),
    });
    return { userId: user.id, token: await sign(user, session.family), refreshToken: session.refreshToken };
  }

  const sign = (user: SessionUser, family: string): Promise<string> =>
    accessTokens.sign({ userId: user.id, email: user.email, role: user.role, sid: family });

  const isLive = (session: SessionRow | undefined): session is SessionRow =>
    session !== undefined && session.revoked_at === null && session.expires_at > now();

  /** Handles a second use of a token: returns the same successor within RACE_MS, else ends the family. */
  async function reuse(
    trx: Knex.Transaction,
    user: SessionUser,
    session: SessionRow & { used_at: Date },
    refreshToken: string,
  ): Promise<Issued | undefined> {
    const next = await givenSuccessor(trx, refreshToken);
    // the absolute difference: with a clock that was set back, a use a day apart is no race
    const racing = Math.abs(now().getTime() - session.used_at.getTime()) <= RACE_MS;
    if (racing && isLive(next?.session) && next.session.used_at === null) {
      return { userId: user.id, token: await sign(user, session.family), refreshToken: next.refreshToken };
    }
    await revokeSessions(trx, { user_id: user.id, family: session.family }, now());
    callers.forget(user.id);
    security.note({ event: 'token.reused', userId: user.id });
    return undefined;
  }

  async function rotate(trx: Knex.Transaction, refreshToken: string): Promise<Issued | undefined> {
    const found = await findSession(trx, hashToken(refreshToken));
    if (!found) return undefined;
    const user = await lockSessionUser(trx, found.user_id);
    if (user?.status === 'blocked') throw blocked();
    const session = await findSession(trx, found.token_hash);
    if (!user || !isLive(session)) return undefined;
    const { used_at } = session;
    if (used_at) return reuse(trx, user, { ...session, used_at }, refreshToken);
    await markSessionUsed(trx, session.id, now());
    const { family, remember, started_at: startedAt } = session;
    return issue(trx, user, { family, remember, startedAt, refreshToken: successorOf(refreshToken) });
  }

  return { issue, rotate };
}
