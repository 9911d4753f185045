import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/**
 * All keys of a process, derived from its one SECRET_KEY by HKDF-SHA256, one per purpose: what was sealed or signed
 * for one purpose means nothing for another.
 */
export function createSecrets(secretKey: string) {
  if (secretKey.length < 32) throw new Error('SECRET_KEY is too short: 32 characters at least');
  const keys = new Map<string, Uint8Array>();

  /** 32 bytes that only this SECRET_KEY and this purpose give. */
  function key(purpose: string): Uint8Array {
    let derived = keys.get(purpose);
    if (!derived) {
      derived = new Uint8Array(hkdfSync('sha256', secretKey, 'ostatok', purpose, 32));
      keys.set(purpose, derived);
    }
    return derived;
  }

  return {
    key,
    /** Encrypts for rest: `v1.` and base64url of iv, tag and ciphertext. Sealing twice gives two different texts. */
    seal(text: string, purpose: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key(purpose), iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    /** Throws when the text was changed, sealed for another purpose or under another SECRET_KEY. */
    open(sealed: string, purpose: string): string {
      const [version, body = ''] = sealed.split('.');
      const bytes = Buffer.from(body, 'base64url');
      if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) throw new Error('Not a sealed text');
      const decipher = createDecipheriv(ALGORITHM, key(purpose), bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
export type Secrets = ReturnType<typeof createSecrets>;

/** A secret for a link or a session: 32 random bytes, base64url. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Random tokens have nothing to guess, so a plain hash is enough at rest. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
