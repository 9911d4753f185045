import { randomUUID } from 'node:crypto';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import { hashToken } from '@ostatok/kit/node/secrets.ts';
import type { LoginAnswer, Role } from '../../contract/users.ts';
import type { Origin, SecurityLog } from '../security/security.service.ts';
import type { SessionRow, UserRow } from '../tables.ts';
import { createRefreshTokens } from './refresh-tokens.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionOf,
  insertSession,
  isSession,
  lockSession,
  markArrived,
  openSessions,
  updateSession,
} from './sessions.queries.ts';
import { type Claims, createTokens } from './tokens.ts';
import { findUser } from './users.queries.ts';

export interface Caller {
  id: number;
  username: string;
  name: string;
  role: Role;
  /** True for the platform's support, whose session lasts an hour and cannot change users' sign-ins. */
  support?: true;
}

const DAY_MS = 86_400_000;
/** A phone may be offline for 30 days. After 90 days it has to sign in again in any case. */
const SLIDING_MS = 30 * DAY_MS;
const ABSOLUTE_MS = 90 * DAY_MS;
/**
 * Within this time a repeated use of the previous token comes from two tabs. Later, once its successor is in use, the
 * token was stolen.
 */
const RACE_MS = 2 * 60_000;
/** Milliseconds for which rows are used without reading them again, although another process may have changed them. */
const TRUSTED_MS = 30_000;
const REMEMBERED_SESSIONS = 1000;
const MOST_DEVICE = 200;

const ended = (): Unauthorized => new Unauthorized('session_ended', 'Вход устарел, войдите снова');

export const callerFrom = (user: UserRow): Caller => ({
  id: user.id,
  username: user.username,
  name: user.name || user.username,
  role: user.role,
  ...(user.support ? { support: true } : {}),
});

/** Returns a Telegram username as it is stored: lower case and without @. */
export const plainUsername = (username: string): string => username.trim().replace(/^@/, '').toLowerCase();

interface SessionsDeps {
  db: Knex;
  secret: string;
  clock: () => Date;
  security: Pick<SecurityLog, 'note'>;
  /** Called when the hour of a support session is over. */
  onSupportOver: (userId: number) => Promise<void>;
  /** Called when a sign-in was ended because its refresh token was stolen. */
  onStolen: (sessionId: string) => void;
}

/** Caches rows for TRUSTED_MS. */
function createRemembered<Key, Row>(now: () => number, read: (key: Key) => Promise<Row>) {
  const rows = new Map<Key, { row: Row; readAt: number }>();
  let forgotten = 0;
  return {
    async get(key: Key): Promise<Row> {
      const known = rows.get(key);
      if (known && Math.abs(now() - known.readAt) < TRUSTED_MS) return known.row;
      const before = forgotten;
      const readAt = now();
      const row = await read(key);
      if (rows.size >= REMEMBERED_SESSIONS) rows.clear();
      // A row that changed while it was being read is not cached.
      if (before === forgotten) rows.set(key, { row, readAt });
      return row;
    },
    forget(key: Key): void {
      forgotten += 1;
      rows.delete(key);
    },
  };
}

/** Manages users' sign-ins: access tokens valid for an hour, and refresh tokens for a single use. */
export function createSessions({ db, secret, clock, security, onSupportOver, onStolen }: SessionsDeps) {
  const now = (): number => clock().getTime();
  const tokens = createTokens(secret, now);
  const refreshTokens = createRefreshTokens(secret);
  const users = createRemembered(now, (id: number) => findUser(db, id));
  const arrived = new Set<string>();
  const sessionStates = createRemembered(now, (id: string) => isSession(db, id, clock()));

  const answer = async (user: UserRow, sessionId: string, refreshToken: string): Promise<LoginAnswer> => ({
    success: true,
    token: await tokens.sign(user, { sessionId, beside: hashToken(refreshToken) }),
    refreshToken,
    user: callerFrom(user),
  });

  /**
   * Ends the sign-in: the token was used again although no answer was lost, so it was stolen. Tokens derived from it
   * end too.
   */
  async function endStolen(trx: Knex.Transaction, sessionId: string, from: Origin) {
    const ended = await deleteSession(trx, sessionId);
    if (!ended) return undefined;
    security.note({ event: 'token.reused', userId: ended.user_id, ...from });
    return { stolen: sessionId };
  }

  async function rotate(trx: Knex.Transaction, session: SessionRow, user: UserRow, refreshToken: string, from: Origin) {
    const hash = hashToken(refreshToken);
    const successor = refreshTokens.successorOf(session.id, refreshToken);
    const at = clock();
    if (session.used_hash === hash) {
      const given = hashToken(successor) === session.token_hash;
      if (!session.arrived || Math.abs(at.getTime() - session.refreshed_at.getTime()) <= RACE_MS)
        return answer(user, session.id, given ? successor : refreshTokens.plainSuccessorOf(refreshToken));
      return endStolen(trx, session.id, from);
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

  async function refreshed(
    trx: Knex.Transaction,
    refreshToken: string,
    from: Origin,
  ): Promise<LoginAnswer | { stolen: string } | undefined> {
    const session = await lockSession(trx, hashToken(refreshToken));
    // The token is neither the newest nor the previous one: a thief who refreshes twice makes the owner's token fall
    // out of the row.
    const older = session ? undefined : refreshTokens.sessionOf(refreshToken);
    if (older) return endStolen(trx, older, from);
    if (!session || session.expires_at <= clock()) return undefined;
    const user = await findUser(trx, session.user_id);
    if (!user || user.token_version !== session.token_version) return undefined;
    return rotate(trx, session, user, refreshToken, from);
  }

  /** Records, once for each token, that it arrived, so the answer to its refresh was not lost. */
  async function noteArrival({ sessionId, beside }: Claims): Promise<void> {
    if (!sessionId || !beside || arrived.has(beside)) return;
    await markArrived(db, sessionId, beside);
    if (arrived.size >= REMEMBERED_SESSIONS) arrived.clear();
    arrived.add(beside);
  }

  async function caller(token: string, from?: Origin): Promise<Caller & { sessionId: string | undefined }> {
    const claims = await tokens.claims(token);
    if (!claims && token && from) security.note({ event: 'token.refused', ...from });
    const user = claims && (await users.get(claims.userId));
    const isOver = !claims || claims.expiresAt <= now();
    if (isOver && user?.support) await onSupportOver(user.id);
    if (isOver || !user || user.token_version !== claims.version) throw ended();
    if (claims.sessionId && !(await sessionStates.get(claims.sessionId))) throw ended();
    await noteArrival(claims);
    return { ...callerFrom(user), sessionId: claims.sessionId };
  }

  async function end(sessionId: string): Promise<SessionRow | undefined> {
    const ended = await deleteSession(db, sessionId);
    sessionStates.forget(sessionId);
    return ended;
  }

  return {
    /** Starts a sign-in. */
    async start(trx: Db, user: UserRow, device?: string): Promise<LoginAnswer> {
      const at = clock();
      const id = randomUUID();
      const refreshToken = refreshTokens.first(id);
      // Deleting only after ABSOLUTE_MS keeps a clock that ran ahead from ending all sign-ins for good.
      await deleteExpiredSessions(trx, new Date(at.getTime() - ABSOLUTE_MS));
      await insertSession(trx, {
        id,
        user_id: user.id,
        token_version: user.token_version,
        token_hash: hashToken(refreshToken),
        used_hash: null,
        arrived: false,
        started_at: at,
        refreshed_at: at,
        expires_at: new Date(at.getTime() + SLIDING_MS),
        device: device?.slice(0, MOST_DEVICE) ?? null,
      });
      return answer(user, id, refreshToken);
    },

    /** Returns the next pair of tokens. Throws Unauthorized when the token is unknown, expired or already used. */
    async refresh(refreshToken: string, from: Origin): Promise<LoginAnswer> {
      const next = await db.transaction((trx) => refreshed(trx, refreshToken, from));
      if (!next) throw ended();
      if (!('stolen' in next)) return next;
      sessionStates.forget(next.stolen);
      onStolen(next.stolen);
      throw ended();
    },

    /**
     * Returns the user of a token that is neither expired nor ended by a sign-out, a new password or a removal. A token
     * that we did not sign is logged if `from` is given.
     */
    async caller(token: string, from?: Origin): Promise<Caller> {
      const { sessionId: _, ...person } = await caller(token, from);
      return person;
    },
    /** Returns the sign-in that the token belongs to; undefined for a token without one. */
    sessionOf: async (token: string): Promise<string | undefined> => (await tokens.claims(token))?.sessionId,

    /**
     * Ends the sign-in that either token belongs to and returns it if it had not ended yet; unknown tokens end nothing.
     */
    async end({ token, refreshToken }: { token?: string | undefined; refreshToken?: string | undefined }) {
      const session = refreshToken
        ? await db.transaction((trx) => lockSession(trx, hashToken(refreshToken)))
        : undefined;
      const claims = token ? await tokens.claims(token) : undefined;
      const sessionId = session?.id ?? claims?.sessionId;
      return sessionId ? end(sessionId) : undefined;
    },

    /** Returns the user's sign-ins that have not ended. */
    async open(userId: number): Promise<SessionRow[]> {
      const user = await findUser(db, userId);
      return user ? openSessions(db, user, clock()) : [];
    },
    /** Returns false if the sign-in has already ended or belongs to another user. */
    async endOwn(sessionId: string, userId: number): Promise<boolean> {
      const isEnded = (await deleteSessionOf(db, sessionId, userId)) > 0;
      sessionStates.forget(sessionId);
      return isEnded;
    },

    /** Returns the milliseconds until the token expires. */
    left: async (token: string): Promise<number> => ((await tokens.claims(token))?.expiresAt ?? 0) - now(),
    /** Issues a token without a sign-in. */
    issue: (user: UserRow, seconds?: number): Promise<string> => tokens.sign(user, { seconds }),
    /** Returns a number that is raised when the user's sessions end. Throws Unauthorized if the user is gone. */
    async version(userId: number): Promise<number> {
      const user = await users.get(userId);
      if (!user) throw ended();
      return user.token_version;
    },
    /** Drops the cached row of a changed user, so that the next request reads it again. */
    forget: (userId: number): void => users.forget(userId),
  };
}
export type Sessions = ReturnType<typeof createSessions>;
