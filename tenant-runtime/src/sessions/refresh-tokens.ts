import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { newToken } from '@ostatok/kit/node/secrets.ts';

/**
 * Creates refresh tokens for a single use. Each contains its sign-in's id and our MAC, so that the sign-in of a token
 * used long ago is known even though its hash is no longer stored.
 */
export function createRefreshTokens(secret: string) {
  const keyFor = (purpose: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, 'ostatok', purpose, 32));
  const next = keyFor('refresh tokens');
  const tags = keyFor('tags of refresh tokens');
  const macOf = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const tagged = (text: string): string => `${text}.${macOf(tags, text).toString('base64url')}`;
  const after = (token: string): string => macOf(next, token).toString('base64url');

  return {
    first: (sessionId: string): string => tagged(`${sessionId}.${newToken()}`),

    /**
     * The successor is derived and not stored, so a client that sends the same token again within the race gets the
     * same one.
     */
    successorOf: (sessionId: string, token: string): string => tagged(`${sessionId}.${after(token)}`),

    /** Derives the successor as the previous release did, because the answer with it may have been lost. */
    plainSuccessorOf: after,

    /** Returns the sign-in of a token that we issued; undefined if we did not, or if the previous release did. */
    sessionOf(token: string): string | undefined {
      const end = token.lastIndexOf('.');
      const mac = Buffer.from(token.slice(end + 1), 'base64url');
      const expected = macOf(tags, token.slice(0, Math.max(end, 0)));
      const isOurs = mac.length === expected.length && timingSafeEqual(mac, expected);
      return isOurs ? token.split('.')[0] : undefined;
    },
  };
}
export type RefreshTokens = ReturnType<typeof createRefreshTokens>;
