import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v2';
/** The prefix of values that were sealed before keys had ids. */
const WITHOUT_KEY_ID = 'v1';
const SHORTEST_KEY = 32;

/** The value was sealed under a SECRET_KEY that is not configured. */
export class UnknownKey extends Error {
  override name = 'UnknownKey';
}

/** One SECRET_KEY and the keys derived from it by HKDF-SHA256, one for each purpose. */
export function createKey(secretKey: string) {
  if (secretKey.length < SHORTEST_KEY) throw new Error(`SECRET_KEY is too short: ${SHORTEST_KEY} characters at least`);
  const derive = (purpose: string, bytes: number): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secretKey, 'ostatok', purpose, bytes));
  const derived = new Map<string, Uint8Array>();
  return {
    /** Identifies the key without revealing any of it. */
    id: Buffer.from(derive('key-id', 6)).toString('base64url'),
    of(purpose: string): Uint8Array {
      const key = derived.get(purpose) ?? derive(purpose, 32);
      derived.set(purpose, key);
      return key;
    },
  };
}
type Key = ReturnType<typeof createKey>;

function decrypt(body: string, key: Uint8Array): string {
  const bytes = Buffer.from(body, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('Not a sealed text');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** Decrypts with the first of these keys that fits. */
function decryptByAny(body: string, keys: Key[], purpose: string): string {
  let refused: unknown;
  for (const key of keys) {
    try {
      return decrypt(body, key.of(purpose));
    } catch (error) {
      refused ??= error;
    }
  }
  throw refused;
}

/**
 * All keys of a process, derived from its SECRET_KEY, one per purpose: a value sealed or signed for one purpose is
 * invalid for another. While a SECRET_KEY is being replaced, previous keys open and verify, and the new one seals and
 * signs.
 */
export function createSecrets(secretKey: string, previous: string[] = []) {
  const current = createKey(secretKey);
  const before = [...new Set(previous)].filter((one) => one !== secretKey).map(createKey);
  const all = [current, ...before];
  const retired = new Map<string, Uint8Array[]>();

  return {
    keyId: current.id,
    previous: before,
    /** 32 bytes derived from this SECRET_KEY and this purpose. */
    key: (purpose: string): Uint8Array => current.of(purpose),
    /** The keys that may have signed something, the present one first. */
    verifyingKeys: (purpose: string): Uint8Array[] => [
      ...all.map((key) => key.of(purpose)),
      ...(retired.get(purpose) ?? []),
    ],
    /** Adds a derived key that still verifies after its SECRET_KEY has been removed. */
    addVerifyingKey(purpose: string, key: Uint8Array): void {
      retired.set(purpose, [...(retired.get(purpose) ?? []), key]);
    },
    /** The prefix of everything sealed with the present key. */
    sealedPrefix: `${VERSION}.${current.id}.`,
    /**
     * Encrypts a value for storage: `v2.`, the key's id and base64url of iv, tag and ciphertext. Sealing twice gives
     * two different texts.
     */
    seal(text: string, purpose: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, current.of(purpose), iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const body = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
      return `${this.sealedPrefix}${body}`;
    },
    /**
     * Throws when the text was changed, was sealed for another purpose, or under a SECRET_KEY that is not configured.
     */
    open(sealed: string, purpose: string): string {
      const [version, ...rest] = sealed.split('.');
      if (version === WITHOUT_KEY_ID && rest.length === 1) return decryptByAny(rest[0] ?? '', all, purpose);
      const [id, body] = rest;
      if (version !== VERSION || body === undefined || rest.length !== 2) throw new Error('Not a sealed text');
      const key = all.find((one) => one.id === id);
      if (!key) throw new UnknownKey();
      return decrypt(body, key.of(purpose));
    },
  };
}
export type Secrets = ReturnType<typeof createSecrets>;

/** A secret for a link or a session: 32 random bytes, base64url. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Random tokens have nothing to guess, so a plain hash is enough at rest. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
