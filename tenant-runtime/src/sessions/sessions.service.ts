import { randomUUID } from 'node:crypto';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import { hashToken } from '@ostatok/kit/node/secrets.ts';
import type { LoginAnswer } from '../../contract/users.endpoints.ts';
import type { Caller, Origin } from '../access/callers.ts';
import { findUser } from '../find-user.queries.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { SessionRow, UserRow } from '../tables.ts';
import { ABSOLUTE_MS, refreshed, SLIDING_MS } from './refresh-rotation.ts';
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
} from './sessions.queries.ts';
import { type Claims, createTokens, type Tokens } from './tokens.ts';

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

/** Finds the users of access tokens. Their rows are cached, and so is whether a sign-in has ended. */
function createCallers(
  { db, clock, security, onSupportOver }: Pick<SessionsDeps, 'db' | 'clock' | 'security' | 'onSupportOver'>,
  tokens: Tokens,
) {
  const now = (): number => clock().getTime();
  const users = createRemembered(now, (id: number) => findUser(db, id));
  const arrived = new Set<string>();
  const sessionStates = createRemembered(now, (id: string) => isSession(db, id, clock()));

  /** Records, once for each token, that it arrived, so the answer to its refresh was not lost. */
  async function noteArrival({ sessionId, beside }: Claims): Promise<void> {
    if (!sessionId || !beside || arrived.has(beside)) return;
    await markArrived(db, sessionId, beside);
    if (arrived.size >= REMEMBERED_SESSIONS) arrived.clear();
    arrived.add(beside);
  }

  return {
    /**
     * Returns the user of a token that is neither expired nor ended by a sign-out, a new password or a removal. A token
     * that we did not sign is logged if `from` is given.
     */
    async caller(token: string, from?: Origin): Promise<Caller> {
      const claims = await tokens.claims(token);
      if (!claims && token && from) security.note({ event: 'token.refused', ...from });
      const user = claims && (await users.get(claims.userId));
      const isOver = !claims || claims.expiresAt <= now();
      if (isOver && user?.support) await onSupportOver(user.id);
      if (isOver || !user || user.token_version !== claims.version) throw ended();
      if (claims.sessionId && !(await sessionStates.get(claims.sessionId))) throw ended();
      await noteArrival(claims);
      return callerFrom(user);
    },
    /** Returns a number that is raised when the user's sessions end. Throws Unauthorized if the user is gone. */
    async version(userId: number): Promise<number> {
      const user = await users.get(userId);
      if (!user) throw ended();
      return user.token_version;
    },
    forgetUser: (userId: number): void => users.forget(userId),
    forgetSession: (sessionId: string): void => sessionStates.forget(sessionId),
  };
}

/** Manages users' sign-ins: access tokens valid for an hour, and refresh tokens for a single use. */
export function createSessions({ db, secret, clock, security, onSupportOver, onStolen }: SessionsDeps) {
  const now = (): number => clock().getTime();
  const tokens = createTokens(secret, now);
  const refreshTokens = createRefreshTokens(secret);
  const callers = createCallers({ db, clock, security, onSupportOver }, tokens);

  const answer = async (user: UserRow, sessionId: string, refreshToken: string): Promise<LoginAnswer> => ({
    token: await tokens.sign(user, { sessionId, beside: hashToken(refreshToken) }),
    refreshToken,
    user: callerFrom(user),
  });

  async function end(sessionId: string): Promise<SessionRow | undefined> {
    const ended = await deleteSession(db, sessionId);
    callers.forgetSession(sessionId);
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
      const next = await db.transaction((trx) =>
        refreshed({ clock, security, refreshTokens, answer }, trx, refreshToken, from),
      );
      if (!next) throw ended();
      if (!('stolen' in next)) return next;
      callers.forgetSession(next.stolen);
      onStolen(next.stolen);
      throw ended();
    },

    caller: callers.caller,
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
      callers.forgetSession(sessionId);
      return isEnded;
    },

    /** Returns the milliseconds until the token expires. */
    left: async (token: string): Promise<number> => ((await tokens.claims(token))?.expiresAt ?? 0) - now(),
    /** Issues a token without a sign-in. */
    issue: (user: UserRow, seconds?: number): Promise<string> => tokens.sign(user, { seconds }),
    version: callers.version,
    /** Drops the cached row of a changed user, so that the next request reads it again. */
    forget: callers.forgetUser,
  };
}
export type Sessions = ReturnType<typeof createSessions>;
