import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublic, parseAddress } from '@ostatok/kit/node/addresses.ts';

/** By these a cloud tells its machines their secrets; so do link-local addresses, which are never allowed. */
const METADATA = ['fd00:ec2::254', '100.100.100.200'];
const PRIVATE_RANGES = ['unicast', 'private', 'uniqueLocal', 'loopback', 'carrierGradeNat'];

/** The code of the error for a name or an address inside the platform's own network. */
export const FORBIDDEN_ADDRESS = 'EFORBIDDENADDRESS';

const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address));

/**
 * Tells whether a venue may connect to an address. An administrator of a venue types it, and the network around the platform is
 * none of theirs: the machine itself, its private network, and the metadata of a cloud.
 */
export function isAllowed(text: string, allowPrivate: boolean): boolean {
  const address = parseAddress(text);
  if (!address || METADATA.includes(address.toString())) return false;
  if (allowPrivate) return PRIVATE_RANGES.includes(address.range());
  return isPublic(text) && !isOwn(text);
}

export function forbiddenAddress(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} is not a public address`), { code: FORBIDDEN_ADDRESS });
}

/** Resolves a name to the addresses that are connected to: a name that means another address later has no second look-up. */
export const lookupAllowed =
  (allowPrivate: boolean): LookupFunction =>
  (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const [first, ...more] = found.filter(({ address }) => isAllowed(address, allowPrivate));
      if (!first) return callback(forbiddenAddress(host), []);
      if (options.all) return callback(null, [first, ...more]);
      callback(null, first.address, first.family);
    });
  };
