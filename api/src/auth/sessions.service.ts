import { createHmac, randomUUID } from 'node:crypto';
import type { Tokens } from '@ostatok/api/contract/auth.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Forbidden, Unauthorized } from '@ostatok/kit/node/errors.ts';
import { hashToken, newToken, type Secrets } from '@ostatok/kit/node/secrets.ts';
import { requestIp, requestUserAgent } from '../platform/request-context.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { createAccessTokens } from './access-tokens.ts';
import { type Caller, createCallerCache } from './callers.ts';
import {
  deleteExpiredSessions,
  findCaller,
  findSession,
  findSessionStart,
  insertSession,
  lockSessionUser,
  markSessionUsed,
  revokeSessions,
  type SessionRow,
  type SessionUser,
  selectOpenSessions,
} from './sessions.queries.ts';

const DAY_MS = 86_400_000;
const REMEMBERED_DAYS = 30;
const PLAIN_DAYS = 1;
/** The longest life of a sign-in, however often it is refreshed. */
const LONGEST_DAYS = 90;
/** Two tabs that refresh at once, or a page reloaded before it could store the answer, get the same successor. */
const RACE_MS = 10_000;
const CALLER_CACHE_MS = 5_000;

export const blocked = (): Forbidden =>
  new Forbidden('blocked', 'Учётная запись заблокирована. Напишите в поддержку, если это ошибка');
export const sessionOver = (): Unauthorized => new Unauthorized('session_over', 'Сеанс завершён, войдите снова');

type Issued = Tokens & { userId: number };

/**
 * Sessions: short-lived access tokens and single-use refresh tokens. Each refresh token gives the next one of its
 * family. A second use after RACE_MS means that the token was stolen, and ends the whole family.
 */
export function createSessions({
  db,
  secrets,
  security,
  requireAdminFactor = false,
  now = () => new Date(),
}: {
  db: Knex;
  secrets: Secrets;
  security: Pick<SecurityLog, 'record' | 'note'>;
  /** When true, administrators can do nothing without a second factor and a password that meets the rules. */
  requireAdminFactor?: boolean;
  now?: () => Date;
}) {
  const accessTokens = createAccessTokens(secrets.verifyingKeys('access-token'), {
    onForged: () => security.note({ event: 'token.refused' }),
    now,
  });
  const refreshKeys = secrets.verifyingKeys('refresh-token');
  const callers = createCallerCache(CALLER_CACHE_MS, now);

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

  return {
    /** Signs in. Throws Forbidden when the user is blocked. */
    async start(trx: Knex.Transaction, userId: number, remember: boolean): Promise<Tokens> {
      const user = await lockSessionUser(trx, userId);
      if (!user) throw sessionOver();
      if (user.status === 'blocked') throw blocked();
      // expired sessions are kept for LONGEST_DAYS more, so that a clock that ran ahead for a while deletes no valid
      // one
      await deleteExpiredSessions(trx, userId, new Date(now().getTime() - LONGEST_DAYS * DAY_MS));
      return issue(trx, user, { family: randomUUID(), remember, refreshToken: newToken() });
    },

    /**
     * Returns the next pair of tokens. Throws Unauthorized when the token is unknown, expired, revoked or already used.
     */
    async refresh(refreshToken: string): Promise<Issued> {
      const tokens = await db.transaction((trx) => rotate(trx, refreshToken));
      if (!tokens) throw sessionOver();
      return tokens;
    },

    /** Returns the caller who sent this access token. Throws Unauthorized, or Forbidden for a blocked user. */
    async callerOf(accessToken: string): Promise<Caller> {
      const { userId, sid } = await accessTokens.verify(accessToken);
      const state = await callers.get(sid, userId, async () => {
        const user = await findCaller(db, userId, sid, now());
        if (!user || !(user.signed_in || user.status === 'blocked')) return undefined;
        const mustSecure = requireAdminFactor && user.role === 'admin' && (user.weak_password || !user.has_factor);
        const caller = { userId, email: user.email, role: user.role, sessionId: sid, mustSecure };
        return { caller, blocked: user.status === 'blocked' };
      });
      if (!state) throw sessionOver();
      if (state.blocked) throw blocked();
      return state.caller;
    },

    async end(userId: number, sessionId: string): Promise<void> {
      await db.transaction(async (trx) => {
        await lockSessionUser(trx, userId);
        const ended = await revokeSessions(trx, { user_id: userId, family: sessionId }, now());
        if (ended > 0) await security.record(trx, { event: 'session.ended', userId });
      });
      callers.forget(userId);
    },

    /** Ends the sign-in that a refresh token belongs to; an unknown token ends nothing. */
    async endByToken(refreshToken: string): Promise<void> {
      const session = await findSession(db, hashToken(refreshToken));
      if (session) await this.end(session.user_id, session.family);
    },

    /** Runs in the transaction of the change that voids the sessions; call `forget` after the commit. */
    async endAll(trx: Knex.Transaction, userId: number, exceptSessionId?: string): Promise<void> {
      await lockSessionUser(trx, userId);
      await revokeSessions(trx, { user_id: userId }, now(), exceptSessionId);
    },

    /** «Выйти везде»: also ends the caller's own sign-in. */
    async endEverywhere(userId: number): Promise<void> {
      await db.transaction(async (trx) => {
        await this.endAll(trx, userId);
        await security.record(trx, { event: 'session.all_ended', userId });
      });
      callers.forget(userId);
    },

    /** The valid sign-ins, the last used first. */
    open: (userId: number): Promise<SessionRow[]> => selectOpenSessions(db, userId, now()),

    /** When this sign-in began. */
    startedAt: (caller: Caller): Promise<Date | undefined> => findSessionStart(db, caller.userId, caller.sessionId),

    forget: (userId: number): void => callers.forget(userId),
  };
}
export type Sessions = ReturnType<typeof createSessions>;
