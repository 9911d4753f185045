import { createHash } from 'node:crypto';

/**
 * A name's UUID, version 5 (RFC 9562): the same name always gives the same UUID. `namespace` is any fixed UUID, in hex
 * without dashes.
 */
export function uuid5(namespace: string, name: string): string {
  const hash = createHash('sha1').update(Buffer.from(namespace, 'hex')).update(name).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
