import { randomUUID } from 'node:crypto';
import type { Tokens } from '@ostatok/api/contract/auth.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { hashToken, newToken, type Secrets } from '@ostatok/kit/node/secrets.ts';
import { type Caller, createCallerCache } from '../access/callers.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createRefreshTokens, type Issued, LONGEST_DAYS } from './refresh-tokens.ts';
import { blocked, sessionOver } from './session-errors.ts';
import {
  deleteExpiredSessions,
  findCaller,
  findSession,
  findSessionStart,
  lockSessionUser,
  revokeSessions,
  type SessionRow,
  selectOpenSessions,
} from './sessions.queries.ts';

const DAY_MS = 86_400_000;
const CALLER_CACHE_MS = 5_000;

/** Sessions: signing in and out, and who the caller of a request is. */
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
  const callers = createCallerCache(CALLER_CACHE_MS, now);
  const tokens = createRefreshTokens({ secrets, accessTokens, callers, security, now });

  return {
    /** Signs in. Throws Forbidden when the user is blocked. */
    async start(trx: Knex.Transaction, userId: number, remember: boolean): Promise<Tokens> {
      const user = await lockSessionUser(trx, userId);
      if (!user) throw sessionOver();
      if (user.status === 'blocked') throw blocked();
      // expired sessions are kept for LONGEST_DAYS more, so that a clock that ran ahead for a while deletes no valid
      // one
      await deleteExpiredSessions(trx, userId, new Date(now().getTime() - LONGEST_DAYS * DAY_MS));
      return tokens.issue(trx, user, { family: randomUUID(), remember, refreshToken: newToken() });
    },

    /**
     * Returns the next pair of tokens. Throws Unauthorized when the token is unknown, expired, revoked or already used.
     */
    async refresh(refreshToken: string): Promise<Issued> {
      const issued = await db.transaction((trx) => tokens.rotate(trx, refreshToken));
      if (!issued) throw sessionOver();
      return issued;
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
