import { hkdfSync } from 'node:crypto';
import type { UserRow } from '../tables.ts';

const HOUR_S = 3600;
const REMEMBERED_TOKENS = 1000;

const jose = () => import('jose');

export interface Claims {
  userId: number;
  version: number;
  /** The sign-in's id; undefined for tokens without one, such as those of support and of the previous release. */
  sessionId: string | undefined;
  /** The hash of the refresh token that was issued with it. */
  beside: string | undefined;
  /** The time of expiry in milliseconds. */
  expiresAt: number;
}

type Signed = { seconds?: number | undefined } & Partial<Pick<Claims, 'sessionId' | 'beside'>>;

/**
 * Caches tokens whose signature was valid, because checking it again for every change would take most of the request.
 */
export function createTokens(secret: string, now: () => number) {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'ostatok', 'user tokens', 32));
  const known = new Map<string, Claims>();

  async function read(token: string): Promise<Claims | undefined> {
    try {
      const { jwtVerify } = await jose();
      // Expiry is checked by the caller, not here.
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: new Date(0) });
      const sessionId = typeof payload.sid === 'string' ? payload.sid : undefined;
      const [userId, version] = [Number(payload.sub), Number(payload.v)];
      const beside = typeof payload.rt === 'string' ? payload.rt : undefined;
      const claims = { userId, version, sessionId, beside, expiresAt: (payload.exp ?? 0) * 1000 };
      if (known.size >= REMEMBERED_TOKENS) known.clear();
      known.set(token, claims);
      return claims;
    } catch {
      return undefined;
    }
  }

  return {
    async sign(user: UserRow, { seconds = HOUR_S, sessionId, beside }: Signed = {}) {
      const { SignJWT } = await jose();
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT({ role: user.role, v: user.token_version, ...(sessionId && { sid: sessionId, rt: beside }) })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(user.id))
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(key);
    },
    /** Returns the claims, also of an expired token. */
    claims: async (token: string): Promise<Claims | undefined> => known.get(token) ?? (await read(token)),
  };
}
export type Tokens = ReturnType<typeof createTokens>;
