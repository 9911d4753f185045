import type { UserRole } from '@ostatok/api/contract/auth.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import { errors, jwtVerify, SignJWT } from 'jose';

const ACCESS_TOKEN_SECONDS = 15 * 60;

interface AccessClaims {
  userId: number;
  email: string;
  role: UserRole;
  /** The family of refresh tokens of this sign-in. */
  sid: string;
}

/**
 * `onForged` is called for a token that none of our keys has signed. Of `keys` the first signs; the others belong to a
 * SECRET_KEY that is being replaced and only verify older tokens.
 */
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

    /** Throws Unauthorized; the code `token_expired` tells the client to refresh. */
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
