import type { IncomingMessage } from 'node:http';
import { parseAddress, parseRange } from '@ostatok/kit/node/addresses.ts';

/** Whether this peer, so many hops away from us, is believed about its client's address. */
export type IsTrusted = (address: string, hop: number) => boolean;

const MOST_HOPS = 16;

/** Parses `loopback`, addresses and ranges separated by commas, or a number of proxies; undefined otherwise. */
export function parseTrustedProxies(text: string): IsTrusted | undefined {
  if (/^\d{1,2}$/.test(text)) {
    const hops = Number(text);
    return hops <= MOST_HOPS ? (_address, hop) => hop < hops : undefined;
  }
  const ranges = text.split(',').map((part) => parseRange(part.trim()));
  if (ranges.includes(undefined)) return undefined;
  return (text) => {
    const address = parseAddress(text);
    return address !== undefined && ranges.some((isIn) => isIn?.(address));
  };
}

/** Returns the first address, counted from us, that is no trusted proxy. Text that is no address ends the chain. */
export function visitorOf(req: IncomingMessage, isTrusted: IsTrusted): string {
  const passedOn = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .reverse();
  let visitor = req.socket.remoteAddress ?? '';
  for (const [hop, next] of passedOn.entries()) {
    if (!isTrusted(visitor, hop) || !parseAddress(next)) break;
    visitor = next;
  }
  return visitor;
}
