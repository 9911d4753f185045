import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** The head of a CBOR value: its major type and its number or length, up to 65,535. */
function head(major: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(major << 5) | n]);
  if (n < 256) return Buffer.from([(major << 5) | 24, n]);
  return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
}

/** The part of CBOR that attestations and COSE keys need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const FLAGS = { present: 1, verified: 4, attested: 64 };

/** What an attacker may make an authenticator or a browser say; what is left out is as it should be. */
interface Forged {
  origin?: string;
  rpId?: string;
  type?: string;
  counter?: number;
  /** Whether the person was asked for a finger or a PIN. */
  verified?: boolean;
  /** Another key's id. */
  id?: string;
}

/** An authenticator with one ES256 key, for the pages at `origin`. */
export function createPasskey(origin = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string): Buffer => Buffer.from(text, 'base64url');
  const cose = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]);
  const rawId = randomBytes(16);
  const ownId = rawId.toString('base64url');
  let uses = 0;

  function authenticatorData(forged: Forged, credential?: Buffer): Buffer {
    const { rpId = new URL(origin).hostname, counter = uses, verified = true } = forged;
    const flags = FLAGS.present | (verified ? FLAGS.verified : 0) | (credential ? FLAGS.attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  }

  const clientData = (type: string, challenge: string, forged: Forged): Buffer =>
    Buffer.from(JSON.stringify({ type: forged.type ?? type, challenge, origin: forged.origin ?? origin }));

  const answerOf = ({ id = ownId }: Forged, response: Record<string, Buffer>) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, data]) => [name, data.toString('base64url')])),
  });

  return {
    id: ownId,

    /** The answer to `navigator.credentials.create`. */
    create(challenge: string, forged: Forged = {}) {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, cbor(cose)]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(forged, credential)],
      ]);
      const clientDataJSON = clientData('webauthn.create', challenge, forged);
      return answerOf(forged, { clientDataJSON, attestationObject: cbor(attestation) });
    },

    /** The answer to `navigator.credentials.get`; each use raises the counter. */
    get(challenge: string, forged: Forged = {}) {
      uses += 1;
      const clientDataJSON = clientData('webauthn.get', challenge, forged);
      const data = authenticatorData(forged);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return answerOf(forged, { clientDataJSON, authenticatorData: data, signature });
    },
  };
}
export type Passkey = ReturnType<typeof createPasskey>;
