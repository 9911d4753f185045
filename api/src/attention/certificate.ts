import { isIP } from 'node:net';
import { connect } from 'node:tls';

const WAIT_MS = 5000;

/**
 * Returns when the certificate ends that the address answers with, valid or not; undefined for plain http and where
 * nothing answers.
 */
export function certificateEnd(address: string): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:') return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      // an untrusted one has an end too, and others look at that
      rejectUnauthorized: false,
      timeout: WAIT_MS,
    });
    const finish = (found?: Date): void => {
      socket.destroy();
      resolve(found);
    };
    socket.once('secureConnect', () => {
      const end = new Date(socket.getPeerCertificate().valid_to);
      finish(Number.isNaN(end.getTime()) ? undefined : end);
    });
    socket.once('error', () => finish());
    socket.once('timeout', () => finish());
  });
}
