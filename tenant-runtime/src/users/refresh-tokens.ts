import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { newToken } from '@ostatok/kit/node/secrets.ts';

/**
 * Refresh tokens of one use. Each names its sign-in and carries our tag, so that one used long ago, of which no hash is
 * kept any more, is still known for whose it was.
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

    /** Derived, not stored: whoever sends the same token again within the race gets the very same successor. */
    successorOf: (sessionId: string, token: string): string => tagged(`${sessionId}.${after(token)}`),

    /** As the release before has made it; its answer may have been lost on the way. */
    plainSuccessorOf: after,

    /** The sign-in that one of ours was given to; undefined: we have not made it, or the release before has. */
    sessionOf(token: string): string | undefined {
      const end = token.lastIndexOf('.');
      const mac = Buffer.from(token.slice(end + 1), 'base64url');
      const expected = macOf(tags, token.slice(0, Math.max(end, 0)));
      const isOurs = mac.length === expected.length && timingSafeEqual(mac, expected);
      return isOurs ? token.split('.')[0] : undefined;
    },
  };
}
