import { createHash } from 'node:crypto';

/** Of our bot's changes; any fixed UUID would do. */
const NAMESPACE = Buffer.from('6f1d2f0c5a7b4e0c9a3e8b1c2d4f6a70', 'hex');

/** A name's UUID, version 5 (RFC 9562): the same for the same name, always. */
function uuid5(name: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The change of a message's line: an update delivered again asks for the same change again, which is harmless. */
export const changeIdOf = (tenantId: string, updateId: number, line: number): string =>
  uuid5(`${tenantId}:${updateId}:${line}`);
