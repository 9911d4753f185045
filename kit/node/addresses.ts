import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * An IPv4 address written as IPv6 is returned as IPv4. Undefined for a text that is no address or that the library
 * cannot read, such as `2001:db8::1.2.3.4`.
 */
export function parseAddress(text = ''): Address | undefined {
  const bare = text.replace(/%.*/, '');
  return isIP(text) && ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined;
}

const NETWORK_BYTES = 8;
const SITE_BYTES = 6;

/**
 * Attempts are counted by this network: an IPv4 address, or the /64 of an IPv6 one, all of which belongs to one
 * visitor.
 */
export function networkOf(text: string | undefined): string {
  const address = parseAddress(text);
  if (!address) return 'unknown';
  if (address.kind() === 'ipv4') return address.toString();
  const bytes = address.toByteArray().fill(0, NETWORK_BYTES);
  return `${ipaddr.fromByteArray(bytes).toString()}/64`;
}

/** The /48 of an IPv6 address: one visitor may be given all of it, which is 65,536 networks. Undefined for IPv4. */
export function siteOf(text: string | undefined): string | undefined {
  const address = parseAddress(text);
  if (address?.kind() !== 'ipv6') return undefined;
  return `${ipaddr.fromByteArray(address.toByteArray().fill(0, SITE_BYTES)).toString()}/48`;
}

/** True for this machine and its private network. */
export function isNearby(text: string): boolean {
  const range = parseAddress(text)?.range() ?? '';
  return ['loopback', 'private', 'linkLocal', 'uniqueLocal'].includes(range);
}

/** True for addresses of the internet; an IPv6 address that carries an IPv4 one is none. */
export const isPublic = (text: string): boolean => parseAddress(text)?.range() === 'unicast';

/** Parses `loopback`, an address, or a range such as `10.0.0.0/8`. Undefined for anything else. */
export function parseRange(text: string): ((address: Address) => boolean) | undefined {
  if (text === 'loopback') return (address) => address.range() === 'loopback';
  const [, base = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseAddress(base);
  if (!address) return undefined;
  const most = address.kind() === 'ipv4' ? 32 : 128;
  const range = bits === undefined ? most : Number(bits);
  if (range > most) return undefined;
  return (other) => other.kind() === address.kind() && (other as ipaddr.IPv6).match(address as ipaddr.IPv6, range);
}
