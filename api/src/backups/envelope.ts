import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { BackupProtection } from '@ostatok/api/contract/backups.ts';
import type { BackupKey, BackupKeys } from '../keys/backup-keys.ts';

/*
 * The format of a backup file: a magic line, a line of JSON, and the compressed frames in chunks of 64 KiB, each with
 * its tag: STREAM over AES-256-GCM. The key is unique to the file, derived from the installation's key and both lines.
 * A chunk's nonce holds its number and whether it is the last, so nothing can be changed, removed, added, moved or
 * taken from another file unnoticed. Without BACKUP_KEY the chunks are readable and only authenticated (GMAC).
 */
const MAGIC = Buffer.from('OSTATOK-BACKUP\n');
const CHUNK = 64 * 1024;
const TAG = 16;
const LONGEST_HEADER = 64 * 1024;

/** Identifies a backup and the database it was made of. */
export interface BackupIdentity {
  id: string;
  tenant_id: string | null;
}
export interface EnvelopeHeader extends BackupIdentity {
  format: 2;
  created_at: string;
  key: string;
  encrypted: boolean;
  salt: string;
  /** The SECRET_KEYs, sealed: on a new machine they open the secrets in the platform's tables. */
  secret_keys_sealed?: string;
}

/** The file differs from what was written. */
export class AlteredBackup extends Error {
  override name = 'AlteredBackup';
}
/** The file is intact but holds another backup than the one asked for. */
export class OtherBackup extends Error {
  override name = 'OtherBackup';
}
/** The backup was made before backups were signed. */
export class UnsignedBackup extends Error {
  override name = 'UnsignedBackup';
}
/** The backup is signed with a key that is not configured. */
export class UnknownBackupKey extends Error {
  override name = 'UnknownBackupKey';
}

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

const fileKey = (key: BackupKey, head: Buffer, salt: string): Uint8Array =>
  new Uint8Array(
    hkdfSync(
      'sha256',
      key.of('backup'),
      Buffer.from(salt, 'base64url'),
      `file ${createHash('sha256').update(head).digest('hex')}`,
      32,
    ),
  );

function sealChunk(key: Uint8Array, nonce: Buffer, data: Buffer, encrypted: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = encrypted ? cipher.update(data) : data;
  if (!encrypted) cipher.setAAD(data);
  cipher.final();
  return Buffer.concat([body, cipher.getAuthTag()]);
}

function openChunk(key: Uint8Array, nonce: Buffer, sealed: Buffer, encrypted: boolean): Buffer {
  const body = sealed.subarray(0, Math.max(sealed.length - TAG, 0));
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
    decipher.setAuthTag(sealed.subarray(body.length));
    if (!encrypted) decipher.setAAD(body);
    const opened = encrypted ? decipher.update(body) : body;
    decipher.final();
    return opened;
  } catch (error) {
    throw new AlteredBackup('a chunk is not what was written', { cause: error });
  }
}

/** Yields chunks of `size` bytes; `last` marks the last one, which may be empty. */
async function* inChunks(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<{ data: Buffer; last: boolean }> {
  let kept: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    kept.push(piece);
    length += piece.length;
    if (length <= size) continue;
    let whole = Buffer.concat(kept);
    for (; whole.length > size; whole = whole.subarray(size)) yield { data: whole.subarray(0, size), last: false };
    kept = [whole];
    length = whole.length;
  }
  yield { data: Buffer.concat(kept), last: true };
}

export async function* sealBackup(
  bytes: AsyncIterable<Buffer>,
  about: BackupIdentity & { created_at: string },
  keys: BackupKeys,
): AsyncGenerator<Buffer> {
  const { id, tenant_id, created_at } = about;
  const header: EnvelopeHeader = {
    format: 2,
    id,
    tenant_id,
    created_at,
    key: keys.current.id,
    encrypted: keys.encrypts,
    salt: randomBytes(32).toString('base64url'),
    ...(tenant_id === null && keys.encrypts && { secret_keys_sealed: keys.sealSecretKeys() }),
  };
  const head = Buffer.concat([MAGIC, Buffer.from(`${JSON.stringify(header)}\n`)]);
  const key = fileKey(keys.current, head, header.salt);
  yield head;
  let number = 0;
  for await (const { data, last } of inChunks(bytes, CHUNK)) {
    yield sealChunk(key, nonceOf(number, last), data, header.encrypted);
    number += 1;
  }
}

/** Returns the first two lines and the bytes after them; `head` is undefined for a file without the magic line. */
async function readHead(bytes: AsyncIterator<Buffer>): Promise<{ head: Buffer | undefined; rest: Buffer }> {
  let start = Buffer.alloc(0);
  for (;;) {
    const { value, done } = await bytes.next();
    if (!done) start = Buffer.concat([start, value]);
    const known = start.subarray(0, MAGIC.length);
    if (!MAGIC.subarray(0, known.length).equals(known)) return { head: undefined, rest: start };
    const end = start.indexOf('\n', MAGIC.length);
    if (end >= 0) return { head: start.subarray(0, end + 1), rest: start.subarray(end + 1) };
    if (done || start.length > LONGEST_HEADER) throw new AlteredBackup('its first lines are cut off');
  }
}

function headerIn(head: Buffer): EnvelopeHeader {
  try {
    const header = JSON.parse(head.subarray(MAGIC.length).toString()) as EnvelopeHeader;
    if (typeof header.salt === 'string' && typeof header.key === 'string') return header;
  } catch {
    // reported below
  }
  throw new AlteredBackup('its first lines cannot be read');
}

async function* after(rest: Buffer, bytes: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (rest.length > 0) yield rest;
  for (let next = await bytes.next(); !next.done; next = await bytes.next()) yield next.value;
}

/**
 * Reads the header, which anybody may have written: only opening the file authenticates it. Throws if the header is cut
 * off.
 */
export async function readHeader(bytes: AsyncIterable<Buffer>): Promise<EnvelopeHeader | undefined> {
  const { head } = await readHead(bytes[Symbol.asyncIterator]());
  return head && headerIn(head);
}

export async function protectionIn(bytes: AsyncIterable<Buffer>): Promise<BackupProtection> {
  const header = await readHeader(bytes);
  if (!header) return 'unsigned';
  return header.encrypted ? 'encrypted' : 'signed';
}

interface Opening {
  keys: BackupKeys;
  wanted: BackupIdentity;
  /** Accepts a backup made before backups were signed. */
  unsigned?: boolean;
  onHeader?: (header: EnvelopeHeader) => void;
}

/**
 * Yields the compressed frames of a backup, each chunk authenticated before it is yielded. Throws when the file was
 * altered or is not the `wanted` one.
 */
export async function* openBackup(bytes: AsyncIterable<Buffer>, opening: Opening): AsyncGenerator<Buffer> {
  const source = bytes[Symbol.asyncIterator]();
  try {
    yield* openFrom(source, opening);
  } finally {
    await source.return?.();
  }
}

async function* openFrom(source: AsyncIterator<Buffer>, opening: Opening): AsyncGenerator<Buffer> {
  const { keys, wanted, unsigned, onHeader } = opening;
  const { head, rest } = await readHead(source);
  if (!head) {
    if (!unsigned) throw new UnsignedBackup('it is not signed');
    yield* after(rest, source);
    return;
  }
  const header = headerIn(head);
  const owner = keys.find(header.key);
  if (!owner) throw new UnknownBackupKey(`signed with ${header.key}`);
  const key = fileKey(owner, head, header.salt);
  let number = 0;
  for await (const { data, last } of inChunks(after(rest, source), CHUNK + TAG)) {
    const opened = openChunk(key, nonceOf(number, last), data, header.encrypted);
    if (number === 0) {
      if (header.id !== wanted.id || header.tenant_id !== wanted.tenant_id) throw new OtherBackup(header.id);
      onHeader?.(header);
    }
    number += 1;
    yield opened;
  }
}
