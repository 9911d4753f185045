import { createHash, createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';

/** The header of an answer by which a tenant proves that it has the secret that the call was signed with. */
export const PROOF_HEADER = 'x-ostatok-proof';

const SCHEME = 'Ostatok';
/**
 * A call holds for its own address and body, so one that was overheard is worth little. Its age is bounded all the same, but by
 * so much that no wrong clock of a machine cuts its venues off.
 */
const VALID_MS = 24 * 60 * 60_000;

/** What a signature holds for: nobody can use it for another call, or at another address. */
export interface SignedCall {
  method: string;
  /** The host and port that the call is sent to. */
  host: string;
  /** The path with its query. */
  target: string;
}

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'ostatok', 'platform-calls', 32));

export const digestOf = (body: string | Uint8Array): string => createHash('sha256').update(body).digest('base64url');

const macOf = (key: Buffer, ...parts: string[]): string =>
  createHmac('sha256', key).update(parts.join('\n')).digest('base64url');

/** Signs a call with the secret, which stays here; an answer of whoever has it too brings `proof` in PROOF_HEADER. */
export function signCall(
  secret: string,
  { method, host, target }: SignedCall,
  body: string,
): { authorization: string; proof: string } {
  const key = keyOf(secret);
  const said = `${Date.now()}.${randomUUID()}.${digestOf(body)}`;
  const mac = macOf(key, 'call', method, host, target, said);
  return { authorization: `${SCHEME} ${said}.${mac}`, proof: macOf(key, 'answer', mac) };
}

export interface Signature {
  /** What proves to the caller that the answer comes from who has the secret. */
  proof: string;
  /** The digest of the body that the call is to bring. */
  digest: string;
  /** It was made just now. */
  isFresh: boolean;
}

const isSame = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Reads the Authorization header of a call; undefined where it is not signed with the secret for this very call. */
export function readSignature(
  secret: string,
  { method, host, target }: SignedCall,
  authorization: string | undefined,
): Signature | undefined {
  const [, said, at, digest, mac] =
    /^Ostatok ((\d{13})\.[\w-]+\.([\w-]{43}))\.([\w-]{43})$/.exec(authorization ?? '') ?? [];
  if (!said || !digest || !mac) return undefined;
  const key = keyOf(secret);
  if (!isSame(mac, macOf(key, 'call', method, host, target, said))) return undefined;
  return { proof: macOf(key, 'answer', mac), digest, isFresh: Math.abs(Date.now() - Number(at)) < VALID_MS };
}
