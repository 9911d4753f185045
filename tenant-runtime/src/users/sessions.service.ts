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
  /** Of the platform: for an hour, and not to touch people's sign-ins. */
  support?: true;
}

const DAY_MS = 86_400_000;
/** A phone may be offline for as long; whatever it does, it signs in again after three months. */
const SLIDING_MS = 30 * DAY_MS;
const ABSOLUTE_MS = 90 * DAY_MS;
/** Whoever sends the token before again so soon has two tabs; later, when what it gave is in use, it was stolen. */
const RACE_MS = 2 * 60_000;
/** How long rows are trusted without asking again; another process may have changed them. */
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

/** Telegram's usernames as they are stored: lower case, without @. */
export const plainUsername = (username: string): string => username.trim().replace(/^@/, '').toLowerCase();

interface SessionsDeps {
  db: Knex;
  secret: string;
  clock: () => Date;
  security: Pick<SecurityLog, 'note'>;
  /** The hour of one of the platform is up. */
  onSupportOver: (userId: number) => Promise<void>;
  /** A sign-in was ended, as its refresh token was stolen. */
  onStolen: (sessionId: string) => void;
}

/** Rows as they were read a moment ago. */
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
      // what changed while it was read is not kept
      if (before === forgotten) rows.set(key, { row, readAt });
      return row;
    },
    forget(key: Key): void {
      forgotten += 1;
      rows.delete(key);
    },
  };
}

/** People's sign-ins: access tokens of an hour, and refresh tokens of one use each. */
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

  /** Used again, and no answer was lost: it was stolen. Whoever holds what came of it is out too. */
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
    // neither the newest nor the one before: a thief refreshes twice, so that the owner's is forgotten
    const older = session ? undefined : refreshTokens.sessionOf(refreshToken);
    if (older) return endStolen(trx, older, from);
    if (!session || session.expires_at <= clock()) return undefined;
    const user = await findUser(trx, session.user_id);
    if (!user || user.token_version !== session.token_version) return undefined;
    return rotate(trx, session, user, refreshToken, from);
  }

  /** Once for each token: its refresh was no answer that was lost. */
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
    /** Signs in. */
    async start(trx: Db, user: UserRow, device?: string): Promise<LoginAnswer> {
      const at = clock();
      const id = randomUUID();
      const refreshToken = refreshTokens.first(id);
      // a clock that went ahead takes nobody's sign-in for good
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

    /** The next pair of tokens. Throws Unauthorized when the token is unknown, over or was used before. */
    async refresh(refreshToken: string, from: Origin): Promise<LoginAnswer> {
      const next = await db.transaction((trx) => refreshed(trx, refreshToken, from));
      if (!next) throw ended();
      if (!('stolen' in next)) return next;
      sessionStates.forget(next.stolen);
      onStolen(next.stolen);
      throw ended();
    },

    /**
     * Whose token it is, as long as it is neither expired nor ended by a sign-out, a new password or removal. One that we
     * have not signed is told to the log, where it is said from where it came.
     */
    async caller(token: string, from?: Origin): Promise<Caller> {
      const { sessionId: _, ...person } = await caller(token, from);
      return person;
    },
    /** The sign-in the token belongs to; undefined: it stands alone. */
    sessionOf: async (token: string): Promise<string | undefined> => (await tokens.claims(token))?.sessionId,

    /** Ends the sign-in either token belongs to; unknown ones end nothing. Answers which it was, if it had not ended yet. */
    async end({ token, refreshToken }: { token?: string | undefined; refreshToken?: string | undefined }) {
      const session = refreshToken
        ? await db.transaction((trx) => lockSession(trx, hashToken(refreshToken)))
        : undefined;
      const claims = token ? await tokens.claims(token) : undefined;
      const sessionId = session?.id ?? claims?.sessionId;
      return sessionId ? end(sessionId) : undefined;
    },

    /** The user's sign-ins that have not ended. */
    async open(userId: number): Promise<SessionRow[]> {
      const user = await findUser(db, userId);
      return user ? openSessions(db, user, clock()) : [];
    },
    /** False: it has ended already, or is another's. */
    async endOwn(sessionId: string, userId: number): Promise<boolean> {
      const isEnded = (await deleteSessionOf(db, sessionId, userId)) > 0;
      sessionStates.forget(sessionId);
      return isEnded;
    },

    /** How long the token is good for yet, in milliseconds. */
    left: async (token: string): Promise<number> => ((await tokens.claims(token))?.expiresAt ?? 0) - now(),
    /** A token that stands alone. */
    issue: (user: UserRow, seconds?: number): Promise<string> => tokens.sign(user, { seconds }),
    /** Raised when the user's sessions end. Throws Unauthorized when the user is gone. */
    async version(userId: number): Promise<number> {
      const user = await users.get(userId);
      if (!user) throw ended();
      return user.token_version;
    },
    /** The user's row has changed: read it again at the next request. */
    forget: (userId: number): void => users.forget(userId),
  };
}
export type Sessions = ReturnType<typeof createSessions>;
