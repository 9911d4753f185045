import { request } from 'node:http';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import webpush from 'web-push';
import type { PushedNotice } from '../../contract/push.ts';
import { createTunnels, type EgressAccess } from '../egress/tunnel.ts';
import type { PushKeys, SubscriptionRow } from './push.queries.ts';

/** Seconds for which a push service keeps what a phone that is off has not got: the next day it is no news. */
const KEPT_S = 12 * 3600;
const TIMEOUT_MS = 8_000;
const KEY_BYTES = 32;

interface Sender extends PushKeys {
  /** Whom a push service may ask about the sender: an https or mailto address. */
  subject: string;
}

/** One key of 256 begins with a zero byte, which OpenSSL leaves out and web-push asks for. */
function whole(privateKey: string): string {
  const given = Buffer.from(privateKey, 'base64url');
  return Buffer.concat([Buffer.alloc(KEY_BYTES - given.length), given]).toString('base64url');
}

/** Hands a notice to the push service of a phone, encrypted for the phone alone; returns the status of the answer. */
export type Deliver = (
  to: Pick<SubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>,
  notice: PushedNotice,
) => Promise<number>;

export function createDeliver(
  { subject, public_key: publicKey, private_key: privateKey }: Sender,
  egress: EgressAccess,
) {
  const openTunnel = createTunnels(egress);
  const vapidDetails = { subject, publicKey, privateKey: whole(privateKey) };

  const deliver: Deliver = async ({ endpoint, p256dh, auth }, notice) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { method, headers, body } = webpush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(notice),
      { vapidDetails, TTL: KEPT_S, urgency: 'high' },
    );
    const { hostname, host, port, pathname, search } = new URL(endpoint);
    const name = hostname.replace(/^\[|\]$/g, '');
    const socket = await openTunnel({ host: name, port: Number(port) || 443 }, signal);
    const secure = connect({ socket, host: name, servername: isIP(name) ? '' : name });
    // what goes wrong is said by the request, and again by the connections once nobody waits for it
    for (const connection of [socket, secure]) connection.on('error', () => undefined);
    try {
      return await new Promise<number>((resolve, reject) => {
        const sent = request({
          createConnection: () => secure,
          method,
          path: pathname + search,
          headers: { ...headers, host, connection: 'close' },
          signal,
        });
        sent.once('response', (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        sent.on('error', reject);
        sent.end(body);
      });
    } finally {
      secure.destroy();
      socket.destroy();
    }
  };
  return deliver;
}
