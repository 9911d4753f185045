import type { UserRole } from '@ostatok/api/contract/auth.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import { errors, jwtVerify, SignJWT } from 'jose';

const ACCESS_TOKEN_SECONDS = 15 * 60;

interface AccessClaims {
  userId: number;
  email: string;
  role: UserRole;
  /** The sign-in it came of: the session's family. */
  sid: string;
}

/** What no key of ours has signed is told to `onForged`. `keys`: the first signs; those after it, of a SECRET_KEY that is being replaced, verify what they have signed. */
export function createAccessTokens(keys: Uint8Array[], { onForged, now }: { onForged: () => void; now: () => Date }) {
  const [key = new Uint8Array()] = keys;

  async function verified(token: string): Promise<AccessClaims> {
    let refused: unknown;
    for (const one of keys) {
      try {
        const { payload } = await jwtVerify<AccessClaims>(token, one, { algorithms: ['HS256'], currentDate: now() });
        return payload;
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
        refused = error;
      }
    }
    throw refused;
  }

  return {
    sign(claims: AccessClaims): Promise<string> {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(key);
    },

    /** Throws Unauthorized; `token_expired` tells a client to refresh. */
    async verify(token: string): Promise<AccessClaims> {
      try {
        return await verified(token);
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new Unauthorized('token_expired', 'Сеанс истёк, обновите вход');
        if (!(error instanceof errors.JOSEError)) throw error;
        onForged();
        throw new Unauthorized('bad_token', 'Войдите, чтобы продолжить');
      }
    },
  };
}
