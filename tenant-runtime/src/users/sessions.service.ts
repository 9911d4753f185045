import { hkdfSync } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Login, LoginAnswer, Role } from '../../contract/users.ts';
import type { UserRow } from '../tables.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import { passwordMatches } from './passwords.ts';
import { findUser, findUserByUsername } from './users.queries.ts';

export interface Caller {
  id: number;
  username: string;
  name: string;
  role: Role;
  /** Of the platform: for an hour, and not to touch people's sign-ins. */
  support?: true;
}

const THIRTY_DAYS_S = 30 * 24 * 3600;
const QUARTER_HOUR_MS = 15 * 60_000;
/** How long a user's row is trusted without asking again; another process may have changed it. */
const ROW_TRUSTED_MS = 30_000;
const REMEMBERED_TOKENS = 1000;

const ended = (): Unauthorized => new Unauthorized('session_ended', 'Вход устарел, войдите снова');

const jose = () => import('jose');

export const callerFrom = (user: UserRow): Caller => ({
  id: user.id,
  username: user.username,
  name: user.name || user.username,
  role: user.role,
  ...(user.support ? { support: true } : {}),
});

/** Telegram's usernames as they are stored: lower case, without @. */
export const plainUsername = (username: string): string => username.trim().replace(/^@/, '').toLowerCase();

interface Claims {
  userId: number;
  version: number;
  /** Milliseconds. */
  expiresAt: number;
}

/** Signed tokens whose signature was found good before: checking it again for every change would cost most of the request. */
function createTokens(secret: string, now: () => number) {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'ostatok', 'user tokens', 32));
  const known = new Map<string, Claims>();

  async function read(token: string): Promise<Claims | undefined> {
    try {
      const { jwtVerify } = await jose();
      // that its time is up is for the caller to see
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: new Date(0) });
      const claims = { userId: Number(payload.sub), version: Number(payload.v), expiresAt: (payload.exp ?? 0) * 1000 };
      if (known.size >= REMEMBERED_TOKENS) known.clear();
      known.set(token, claims);
      return claims;
    } catch {
      return undefined;
    }
  }

  return {
    async sign(user: UserRow, seconds: number = THIRTY_DAYS_S): Promise<string> {
      const { SignJWT } = await jose();
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT({ role: user.role, v: user.token_version })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(user.id))
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(key);
    },
    /** Also of one whose time is up. */
    claims: async (token: string): Promise<Claims | undefined> => known.get(token) ?? (await read(token)),
  };
}

interface SessionsDeps {
  db: Knex;
  secret: string;
  clock: () => Date;
  /** The hour of one of the platform is up. */
  onSupportOver: (userId: number) => Promise<void>;
}

export function createSessions({ db, secret, clock, onSupportOver }: SessionsDeps) {
  const now = (): number => clock().getTime();
  const tokens = createTokens(secret, now);
  const byAccount = createAttemptLimit({ max: 10, windowMs: QUARTER_HOUR_MS, now });
  const byAddress = createAttemptLimit({ max: 60, windowMs: QUARTER_HOUR_MS, now });
  const rows = new Map<number, { user: UserRow | undefined; readAt: number }>();
  let forgotten = 0;

  async function userOf(id: number): Promise<UserRow | undefined> {
    const known = rows.get(id);
    if (known && now() - known.readAt < ROW_TRUSTED_MS) return known.user;
    const before = forgotten;
    const readAt = now();
    const user = await findUser(db, id);
    // A row that changed while it was read is not kept.
    if (before === forgotten) rows.set(id, { user, readAt });
    return user;
  }

  return {
    /** Throws Unauthorized, TooMany. */
    async login({ username, password }: Login, address: string): Promise<LoginAnswer> {
      const name = plainUsername(username);
      byAddress.count(address);
      byAccount.count(name);
      const user = await findUserByUsername(db, name);
      if (!(await passwordMatches(password, user?.password_hash)) || !user) {
        throw new Unauthorized('bad_credentials', 'Неверный логин или пароль');
      }
      byAccount.clear(name);
      return { success: true, token: await tokens.sign(user), user: callerFrom(user) };
    },
    /** Whose token it is, as long as it is neither expired nor ended by a new password or removal. */
    async caller(token: string): Promise<Caller> {
      const claims = await tokens.claims(token);
      const user = claims && (await userOf(claims.userId));
      const isOver = !claims || claims.expiresAt <= now();
      if (isOver && user?.support) await onSupportOver(user.id);
      if (isOver || !user || user.token_version !== claims.version) throw ended();
      return callerFrom(user);
    },
    /** How long the token is good for yet, in milliseconds. */
    left: async (token: string): Promise<number> => ((await tokens.claims(token))?.expiresAt ?? 0) - now(),
    issue: tokens.sign,
    /** Raised when the user's sessions end. Throws Unauthorized when the user is gone. */
    async version(userId: number): Promise<number> {
      const user = await userOf(userId);
      if (!user) throw ended();
      return user.token_version;
    },
    /** The user's row has changed: read it again at the next request. */
    forget(userId: number): void {
      forgotten += 1;
      rows.delete(userId);
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
