import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** A request that came from this address with these headers. */
export function requestFrom(remoteAddress: string, headers: IncomingMessage['headers']): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  return Object.assign(new IncomingMessage(socket), { headers, httpVersion: '1.1' });
}
